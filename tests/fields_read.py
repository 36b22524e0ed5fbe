"""Which fields of a game's data models the rules read, found in their source by following types.

What a name stands for is told by annotations, assignments, loops and calls: `ctx.rules.pack.recon.price`, or a row that
a function is given. Fields and functions of one name in other classes are taken for one, as are their types.
"""

from __future__ import annotations

import ast
import inspect
import re
import typing
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import GenericAlias, UnionType
from typing import Any

from pydantic import BaseModel

ORIGINS = re.compile("cite|status|reading|.+_cite|.+_status")
"""Fields that say where a number comes from, or what a ruling puts in its place."""
PASSES_ON = {"next", "reversed", "list", "tuple", "sorted", "iter"}
Types = tuple[Any, ...]
"""What an expression may be: models, and containers of them."""
Field = tuple[type[BaseModel], str]
_GivesOne = ast.AnnAssign | ast.NamedExpr


@cache
def parsed(path: Path) -> ast.Module:
    """A module, parsed once for all tests that read it."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def walked(node: ast.AST) -> list[ast.AST]:
    """Everything below a node, walked through once for all tests that read it."""
    return list(ast.walk(node))


@cache
def _classes(tree: ast.Module) -> list[ast.ClassDef]:
    """Its classes, those within others with them."""
    return [node for node in walked(tree) if isinstance(node, ast.ClassDef)]


@cache
def _gives_names(function: ast.FunctionDef) -> list[ast.For | ast.comprehension | ast.Assign | _GivesOne]:
    """Where the names within a function come from, found once for all tests that read it."""
    kinds = (ast.For, ast.comprehension, ast.Assign, ast.AnnAssign, ast.NamedExpr)
    return [node for node in walked(function) if isinstance(node, kinds)]


@cache
def _attributes(function: ast.FunctionDef) -> list[ast.Attribute]:
    return [node for node in walked(function) if isinstance(node, ast.Attribute)]


class Reading:
    """What modules read of `models`; `found` are the fields, by the class that defines them."""

    def __init__(self, models: Iterable[type[BaseModel]], files: Iterable[Path]) -> None:
        self.models = {each.__name__: each for model in models for each in reversed(_below(model))}
        self.found: set[Field] = set()
        self.known: dict[str, Types] = {}
        trees = [parsed(file) for file in files]
        classes = [node for tree in trees for node in _classes(tree)]
        scopes = [_Scope(self, each, None) for tree in trees for each in tree.body if isinstance(each, ast.FunctionDef)]
        for node in classes:
            model = self.models.get(node.name)
            for each in node.body:
                if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name) and model is None:
                    self._keep(each.target.id, each.annotation)
                elif isinstance(each, ast.FunctionDef):
                    scopes.append(_Scope(self, each, model))
        for scope in scopes:
            self._keep(scope.node.name, scope.node.returns)
        for scope in scopes:
            scope.read()

    def _keep(self, name: str, annotation: ast.expr | None) -> None:
        if found := self.annotated(annotation):
            self.known[name] = tuple(dict.fromkeys((*self.known.get(name, ()), *found)))

    def annotated(self, annotation: ast.expr | None) -> Types:
        """The models and containers of them that an annotation names."""
        match annotation:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                return (self.models[name],) if name in self.models else ()
            case ast.BinOp():
                return (*self.annotated(annotation.left), *self.annotated(annotation.right))
            case ast.Subscript(slice=inner):
                parts = inner.elts if isinstance(inner, ast.Tuple) else [inner]
                return tuple(_tuple_of(each) for part in parts for each in self.annotated(part))
        return ()

    def field(self, model: type[BaseModel], name: str) -> Types:
        """A field of a model, which is noted as read, or what a property or method of it returns."""
        if name in model.model_fields:
            self.found.add(_defined(model, name))
            return _parts(model.model_fields[name].annotation)
        member = getattr(model, name, None)
        function = member.fget if isinstance(member, property) else member
        return _parts(typing.get_type_hints(function).get("return")) if inspect.isroutine(function) else ()


def unread(data: Iterable[BaseModel], files: Iterable[Path]) -> list[str]:
    """The fields that stand in these data and that nobody reads, as places in their files."""
    roots = tuple(data)
    found = Reading(map(type, roots), files).found
    places = (each for root in roots for each in _places(root, ""))
    return list(dict.fromkeys(place for place, field in places if field not in found))


def _places(part: Any, before: str) -> Iterator[tuple[str, Field]]:
    if isinstance(part, BaseModel):
        for name in sorted(part.model_fields_set):
            if not ORIGINS.fullmatch(name):
                yield f"{before}{name}", _defined(type(part), name)
                yield from _places(part.__dict__[name], f"{before}{name}.")
    elif isinstance(part, tuple | Mapping):
        for each in part.values() if isinstance(part, Mapping) else part:
            yield from _places(each, before)


def _defined(model: type[BaseModel], name: str) -> Field:
    return next((each, name) for each in reversed(model.__mro__) if name in inspect.get_annotations(each))


def _below(model: type[BaseModel]) -> list[type[BaseModel]]:
    """A model, those it is made of, and what they derive from; nearer ones first."""
    own = [each for each in model.__mro__ if issubclass(each, BaseModel) and each is not BaseModel]
    within = [
        each for field in model.model_fields.values() for part in _models(field.annotation) for each in _below(part)
    ]
    return [own[0], *within, *own[1:]]


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    for each in _parts(annotation):
        if _is_model(each):
            yield each
        else:
            for inner in typing.get_args(each):
                yield from _models(inner)


def _is_model(kind: Any) -> bool:
    return inspect.isclass(kind) and issubclass(kind, BaseModel)


def _parts(annotation: Any) -> Types:
    """The members of a union."""
    if isinstance(annotation, UnionType) or typing.get_origin(annotation) is typing.Union:
        return tuple(part for each in typing.get_args(annotation) for part in _parts(each))
    return (annotation,)


def _items(kinds: Types) -> Types:
    """What is in containers; of mappings the values."""
    return tuple(part for kind in kinds if (inner := typing.get_args(kind)) for part in _parts(_value(inner)))


def _value(inner: tuple[Any, ...]) -> Any:
    return inner[0] if inner[-1] is ... else inner[-1]


def _tuple_of(kind: Any) -> Any:
    return GenericAlias(tuple, (kind, ...))


class _Scope:
    """A function: its names that stand for models."""

    def __init__(self, reading: Reading, node: ast.FunctionDef, model: type[BaseModel] | None) -> None:
        self.reading, self.node = reading, node
        self.names: dict[str, Types] = {arg.arg: reading.annotated(arg.annotation) for arg in node.args.args}
        if model is not None:
            self.names["self"] = (model,)

    def read(self) -> None:
        for node in _gives_names(self.node):
            if isinstance(node, ast.For | ast.comprehension):
                self._bind(node.target, _each(node.iter), self.type(node.iter))
            elif isinstance(node, ast.Assign):
                self._assign(node.targets[0], node.value)
            elif node.value is not None:
                self._assign(node.target, node.value)
        for attribute in _attributes(self.node):
            self.type(attribute)

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            for each, part in zip(target.elts, value.elts, strict=False):
                self._assign(each, part)
        elif isinstance(target, ast.Name) and (found := self.type(value)):
            self.names[target.id] = found

    def _bind(self, target: ast.expr, pairs: bool, kinds: Types) -> None:
        """A loop's name, or the last one where it goes over pairs."""
        last = target.elts[-1] if isinstance(target, ast.Tuple) and pairs else target
        if isinstance(last, ast.Name) and (found := _items(kinds)):
            self.names[last.id] = found

    def type(self, node: ast.expr) -> Types:
        """What an expression may be; fields asked for on the way are noted."""
        match node:
            case ast.Name():
                return self.names.get(node.id, ())
            case ast.Attribute():
                return self._attribute(node)
            case ast.Subscript():
                return _items(self.type(node.value))
            case ast.Call():
                return self._called(node)
            case ast.GeneratorExp() | ast.ListComp() | ast.DictComp():
                for loop in node.generators:
                    self._bind(loop.target, _each(loop.iter), self.type(loop.iter))
                kinds = self.type(node.value if isinstance(node, ast.DictComp) else node.elt)
                return tuple(map(_tuple_of, kinds))
            case ast.Tuple() | ast.List():
                return tuple(kind for each in node.elts for kind in self._element(each))
            case ast.NamedExpr():
                return self.type(node.value)
            case ast.IfExp() | ast.BoolOp():
                either = node.values if isinstance(node, ast.BoolOp) else [node.body, node.orelse]
                return tuple(kind for value in either for kind in self.type(value))
        return ()

    def _element(self, node: ast.expr) -> Types:
        """The container that an element of a literal makes of it."""
        if isinstance(node, ast.Starred):
            return self.type(node.value)
        return tuple(map(_tuple_of, self.type(node)))

    def _attribute(self, node: ast.Attribute) -> Types:
        models = [kind for kind in self.type(node.value) if _is_model(kind)]
        if models:
            return tuple(part for model in models for part in self.reading.field(model, node.attr))
        return self.reading.known.get(node.attr, ())

    def _called(self, node: ast.Call) -> Types:
        if isinstance(node.func, ast.Attribute):
            whole = self.type(node.func.value)
            if node.func.attr in ("values", "items"):
                return whole
            return _items(whole) if node.func.attr == "get" and whole else self._attribute(node.func)
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in PASSES_ON and node.args:
            kinds = self.type(node.args[0])
            return _items(kinds) if name == "next" else kinds
        return self.reading.known.get(name, ())


def _each(node: ast.expr) -> bool:
    """Whether a loop goes over pairs of keys and values."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "items"


def sources(rules: Path, system: str) -> list[Path]:
    """The modules of the rules that a game may use: all but those of other games."""
    games, own = rules / "systems", rules / "systems" / system
    return [path for path in rules.rglob("*.py") if path.is_relative_to(own) or not path.is_relative_to(games)]
