"""JSON and dataclasses."""

from __future__ import annotations

import dataclasses
import functools
import types
from collections.abc import Mapping
from typing import Any, ClassVar, Union, get_args, get_origin, get_type_hints


class Unset:
    """The type of UNSET."""

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "UNSET"


#: An argument that is not sent. None is sent as null.
UNSET = Unset()


class Model:
    """A shape of the API. Fields that the service adds later are ignored."""

    #: The names in JSON of the fields that have another one here.
    _names: ClassVar[dict[str, str]] = {}


@functools.cache
def _fields(shape: type) -> list[tuple[str, str, Any]]:
    hints = get_type_hints(shape)
    return [(each.name, shape._names.get(each.name, each.name), hints[each.name]) for each in dataclasses.fields(shape)]


def decode(shape: Any, value: Any) -> Any:
    """The value as its type says. A value of another form stays as it came: the service may know more than this version."""
    if value is None:
        return None
    origin = get_origin(shape)
    if origin in (Union, types.UnionType):
        options = [option for option in get_args(shape) if option is not type(None)]
        return decode(options[0], value) if len(options) == 1 else value
    if origin is list and isinstance(value, list):
        (of,) = get_args(shape)
        return [decode(of, each) for each in value]
    if origin is dict and isinstance(value, dict):
        _, of = get_args(shape)
        return {key: decode(of, each) for key, each in value.items()}
    if isinstance(shape, type) and issubclass(shape, Model) and isinstance(value, dict):
        given = {name: decode(of, value.get(key)) for name, key, of in _fields(shape)}
        return shape(**given)
    return value


def encode(value: Any) -> Any:
    """The value as JSON. What is UNSET, or None in an optional field of a model, is left out."""
    if isinstance(value, Model):
        pairs = ((key, getattr(value, name)) for name, key, _ in _fields(type(value)))
        return {key: encode(each) for key, each in pairs if each is not None and each is not UNSET}
    if isinstance(value, Mapping):
        return {key: encode(each) for key, each in value.items() if each is not UNSET}
    if isinstance(value, (list, tuple)):
        return [encode(each) for each in value]
    return value
