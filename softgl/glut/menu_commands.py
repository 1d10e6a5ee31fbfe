"""The commands of menus. What a user chooses is in `user_events.py`."""

from __future__ import annotations

from softgl.glut.callbacks import check_callback, current_window
from softgl.glut.functions import function, integer, refused, text
from softgl.glut.toolkit import Menu, Toolkit


def _menu(toolkit: Toolkit, name: str) -> Menu:
    """The current menu; raises GLUTError if there is none."""
    if toolkit.menu is None:
        raise refused(name, "there is no current menu; glutCreateMenu makes one")
    return toolkit.menu


def _known(toolkit, name, number) -> Menu:
    menu = toolkit.menus.get(integer(number))
    if menu is None:
        raise refused(name, f"there is no menu {number}")
    return menu


def _place(menu, name, item) -> int:
    """The place of an entry, which are counted from 1."""
    place = integer(item) - 1
    if not 0 <= place < len(menu.entries):
        raise refused(name, f"{item} is not from 1 to {len(menu.entries)}")
    return place


@function("glutCreateMenu")
def create_menu(toolkit, func):
    """Make a menu, whose choices are told to `func(value)`; returns its number."""
    callback = check_callback("glutCreateMenu", func)
    toolkit.menu = Menu(toolkit.number(), callback)
    toolkit.menus[toolkit.menu.number] = toolkit.menu
    return toolkit.menu.number


@function("glutDestroyMenu")
def destroy_menu(toolkit, menu):
    """Let a menu be no more."""
    gone = _known(toolkit, "glutDestroyMenu", menu)
    del toolkit.menus[gone.number]
    toolkit.call(None, gone.destroyed)
    if toolkit.menu is gone:
        toolkit.menu = None


@function("glutMenuDestroyFunc")
def menu_destroy_func(toolkit, function):
    """Set what is called when the current menu is destroyed."""
    callback = check_callback("glutMenuDestroyFunc", function)
    _menu(toolkit, "glutMenuDestroyFunc").destroyed = callback


@function("glutGetMenu")
def get_menu(toolkit):
    """The number of the current menu, 0 for none."""
    return 0 if toolkit.menu is None else toolkit.menu.number


@function("glutSetMenu")
def set_menu(toolkit, menu):
    """Make a menu current."""
    toolkit.menu = _known(toolkit, "glutSetMenu", menu)


@function("glutAddMenuEntry")
def add_menu_entry(toolkit, label, value):
    """Add an entry to the current menu."""
    _menu(toolkit, "glutAddMenuEntry").entries.append((text(label), integer(value), False))


@function("glutAddSubMenu")
def add_sub_menu(toolkit, label, subMenu):
    """Add a menu to the current one."""
    inner = _known(toolkit, "glutAddSubMenu", subMenu)
    _menu(toolkit, "glutAddSubMenu").entries.append((text(label), inner.number, True))


@function("glutChangeToMenuEntry")
def change_to_menu_entry(toolkit, item, label, value):
    """Make another entry of one of the current menu."""
    menu = _menu(toolkit, "glutChangeToMenuEntry")
    place = _place(menu, "glutChangeToMenuEntry", item)
    menu.entries[place] = text(label), integer(value), False


@function("glutChangeToSubMenu")
def change_to_sub_menu(toolkit, item, label, subMenu):
    """Make an entry of the current menu another menu."""
    menu = _menu(toolkit, "glutChangeToSubMenu")
    inner = _known(toolkit, "glutChangeToSubMenu", subMenu)
    place = _place(menu, "glutChangeToSubMenu", item)
    menu.entries[place] = text(label), inner.number, True


@function("glutRemoveMenuItem")
def remove_menu_item(toolkit, item):
    """Remove an entry of the current menu; those after it are counted anew."""
    menu = _menu(toolkit, "glutRemoveMenuItem")
    del menu.entries[_place(menu, "glutRemoveMenuItem", item)]


@function("glutAttachMenu")
def attach_menu(toolkit, button):
    """Have a button of the mouse open the current menu in the current window."""
    window = current_window(toolkit, "glutAttachMenu")
    window.menus[integer(button)] = _menu(toolkit, "glutAttachMenu").number


@function("glutDetachMenu")
def detach_menu(toolkit, button):
    """Have a button of the mouse open no menu."""
    current_window(toolkit, "glutDetachMenu").menus.pop(integer(button), None)


@function("glutSetMenuData")
def set_menu_data(toolkit, data):
    """Keep an object with the current menu."""
    _menu(toolkit, "glutSetMenuData").data = data


@function("glutGetMenuData")
def get_menu_data(toolkit):
    """The object kept with the current menu."""
    return _menu(toolkit, "glutGetMenuData").data


@function("glutSetMenuFont")
def set_menu_font(toolkit, menu, font):
    """Choose the font of a menu, which nobody sees."""
    _known(toolkit, "glutSetMenuFont", menu)
