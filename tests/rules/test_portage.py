"""What a stack that escapes pays for its weapons, carried as it costs least (7.5063, 12.6073)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest

from rules.asl.steps.aftermath.portage import least_paid

STACKS = 150


def plainly(loads: Sequence[int], mmc: Sequence[int], smc: Sequence[int], within: bool) -> int:
    """The same by trying who goes with whom and who carries what."""
    found = []
    for joined in product([*range(len(mmc)), -1], repeat=len(smc)):
        ipcs = [ipc + sum(own for own, to in zip(smc, joined, strict=True) if to == n) for n, ipc in enumerate(mmc)]
        ipcs += [own for own, to in zip(smc, joined, strict=True) if to == -1]
        for carried in product(range(len(ipcs)), repeat=len(loads)):
            shares = [sum(pp for pp, by in zip(loads, carried, strict=True) if by == n) for n in range(len(ipcs))]
            found.append(max(min(pp, ipc) if within else pp - ipc for pp, ipc in zip(shares, ipcs, strict=True)))
    return max(0, min(found))


@pytest.mark.parametrize("within", [False, True])
def test_12_6073_small_stacks_pay_what_trying_everything_comes_to(within: bool):
    chance = Random(7)
    for _ in range(STACKS):
        mmc, smc = [chance.randint(0, 4)] * chance.randint(0, 2), [chance.randint(0, 2)] * chance.randint(1, 2)
        loads = [chance.randint(0, 7) for _ in range(chance.randint(0, 3))]
        assert least_paid(loads, mmc, smc, within=within) == plainly(loads, mmc, smc, within), (loads, mmc, smc)


@pytest.mark.timeout(20)
@pytest.mark.parametrize(("within", "pays"), [(False, 2), (True, 1)])
def test_12_6073_what_a_stack_of_forty_pays_is_found_at_once(within: bool, pays: int):
    """With every other unit the ways to share things out grow by a factor: nobody may wait for them, and no server."""
    assert least_paid([5, 5, 4] * 10, [3] * 30, [1] * 10, within=within) == pays
