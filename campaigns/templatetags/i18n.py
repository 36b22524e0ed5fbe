"""Django's template library `i18n`, with shorter ways for what pages say most: they say a hundred messages and more.

A message that holds nothing to fill in is looked up once a language: Django resolves each as an expression that might
be anything, and asks one catalogue after the other for what English does not translate. One that a page is given is
looked up at once, where Django makes an object that looks it up when it is shown. An app's library takes the place of
Django's of the same name.
"""

from __future__ import annotations

from django import template
from django.template.base import FilterExpression, Node, Parser, Token, render_value_in_context
from django.template.context import Context
from django.templatetags import i18n
from django.utils import translation
from django.utils.safestring import SafeData, SafeString, mark_safe

from rules.text import gettext

register = template.Library()
register.tags.update(i18n.register.tags)
register.filters.update(i18n.register.filters)


class Message(Node):
    """`{% translate "text" %}` with nothing but a text."""

    child_nodelists = ()

    def __init__(self, text: str) -> None:
        self.text = text.replace("%", "%%")

    def render(self, context: Context) -> SafeString:
        """The text, which a template's author wrote."""
        return mark_safe(gettext(self.text).replace("%%", "%"))


class GivenMessage(Node):
    """`{% translate name %}` of a text that the page is given, with or without `as` a name for its result."""

    child_nodelists = ()

    def __init__(self, expression: FilterExpression, asvar: str | None) -> None:
        self.expression, self.asvar = expression, asvar

    def render(self, context: Context) -> str:
        """The text in the reader's language; not kept once it is looked up, for anybody may have written it."""
        text = self.expression.resolve(context)
        found = translation.gettext(text.replace("%", "%%")).replace("%%", "%")
        found = mark_safe(found) if isinstance(text, SafeData) else render_value_in_context(found, context)
        if not self.asvar:
            return found
        context[self.asvar] = found
        return ""


class Sentence(Node):
    """`{% blocktranslate with name=value %}` with no plural and no name for its result."""

    child_nodelists = ()

    def __init__(self, node: i18n.BlockTranslateNode) -> None:
        self.node = node
        self.text, self.names = node.render_token_list(node.singular)

    def render(self, context: Context) -> str:
        """The sentence with its values; as Django has it where its translation asks for other ones."""
        extra = self.node.extra_context
        values = {
            name: render_value_in_context(
                extra[name].resolve(context) if name in extra else context.get(name, ""), context
            )
            for name in self.names
        }
        try:
            return gettext(self.text) % values
        except (KeyError, ValueError):
            return self.node.render(context)


@register.tag
def translate(parser: Parser, token: Token) -> Node:
    """Django's tag, or a `Message` or `GivenMessage` where it looks up a text and does nothing else."""
    node = i18n.do_translate(parser, token)
    expression = node.filter_expression
    if expression.filters or node.noop or node.message_context:
        return node
    if expression.var.literal is None:
        return GivenMessage(expression, node.asvar)
    return node if node.asvar else Message(expression.var.literal)


@register.tag
def blocktranslate(parser: Parser, token: Token) -> Node:
    """Django's tag, or a `Sentence` where it fills in values and does nothing else."""
    node = i18n.do_block_translate(parser, token)
    return node if node.plural or node.asvar or node.message_context else Sentence(node)
