"""What came with the reinforcements, as the side looks at it."""
