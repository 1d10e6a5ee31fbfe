"""The commands of menus. `user_events` handles the user's choices."""

from __future__ import annotations

from softgl.glut.callbacks import check_callback, current_window
from softgl.glut.functions import function, integer, refused, text
from softgl.glut.toolkit import Menu, Toolkit


def _menu(toolkit: Toolkit, name: str) -> Menu:
    """Returns the current menu; GLUTError if there is none."""
    if toolkit.menu is None:
        raise refused(name, "there is no current menu; glutCreateMenu makes one")
    return toolkit.menu


def _known(toolkit, name, number) -> Menu:
    menu = toolkit.menus.get(integer(number))
    if menu is None:
        raise refused(name, f"{number} is not a menu")
    return menu


def _place(menu, name, item) -> int:
    """Returns the index of an entry from its number, which counts from 1."""
    place = integer(item) - 1
    if not 0 <= place < len(menu.entries):
        raise refused(name, f"{item} is outside [1, {len(menu.entries)}]")
    return place


@function("glutCreateMenu")
def create_menu(toolkit, func):
    """Creates a menu, whose choices call `func(value)`; returns its number."""
    callback = check_callback("glutCreateMenu", func)
    toolkit.menu = Menu(toolkit.number(), callback)
    toolkit.menus[toolkit.menu.number] = toolkit.menu
    return toolkit.menu.number


@function("glutDestroyMenu")
def destroy_menu(toolkit, menu):
    """Destroys a menu."""
    gone = _known(toolkit, "glutDestroyMenu", menu)
    del toolkit.menus[gone.number]
    toolkit.call(None, gone.destroyed)
    if toolkit.menu is gone:
        toolkit.menu = None


@function("glutMenuDestroyFunc")
def menu_destroy_func(toolkit, function):
    """Sets the callback for the destruction of the current menu."""
    callback = check_callback("glutMenuDestroyFunc", function)
    _menu(toolkit, "glutMenuDestroyFunc").destroyed = callback


@function("glutGetMenu")
def get_menu(toolkit):
    """Returns the number of the current menu, 0 for none."""
    return 0 if toolkit.menu is None else toolkit.menu.number


@function("glutSetMenu")
def set_menu(toolkit, menu):
    """Makes a menu current."""
    toolkit.menu = _known(toolkit, "glutSetMenu", menu)


@function("glutAddMenuEntry")
def add_menu_entry(toolkit, label, value):
    """Adds an entry to the current menu."""
    _menu(toolkit, "glutAddMenuEntry").entries.append((text(label), integer(value), False))


@function("glutAddSubMenu")
def add_sub_menu(toolkit, label, subMenu):
    """Adds a submenu to the current menu."""
    inner = _known(toolkit, "glutAddSubMenu", subMenu)
    _menu(toolkit, "glutAddSubMenu").entries.append((text(label), inner.number, True))


@function("glutChangeToMenuEntry")
def change_to_menu_entry(toolkit, item, label, value):
    """Replaces an entry of the current menu by another."""
    menu = _menu(toolkit, "glutChangeToMenuEntry")
    place = _place(menu, "glutChangeToMenuEntry", item)
    menu.entries[place] = text(label), integer(value), False


@function("glutChangeToSubMenu")
def change_to_sub_menu(toolkit, item, label, subMenu):
    """Replaces an entry of the current menu by a submenu."""
    menu = _menu(toolkit, "glutChangeToSubMenu")
    inner = _known(toolkit, "glutChangeToSubMenu", subMenu)
    place = _place(menu, "glutChangeToSubMenu", item)
    menu.entries[place] = text(label), inner.number, True


@function("glutRemoveMenuItem")
def remove_menu_item(toolkit, item):
    """Removes an entry of the current menu; later ones are renumbered."""
    menu = _menu(toolkit, "glutRemoveMenuItem")
    del menu.entries[_place(menu, "glutRemoveMenuItem", item)]


@function("glutAttachMenu")
def attach_menu(toolkit, button):
    """Attaches the current menu to a mouse button of the current window."""
    window = current_window(toolkit, "glutAttachMenu")
    window.menus[integer(button)] = _menu(toolkit, "glutAttachMenu").number


@function("glutDetachMenu")
def detach_menu(toolkit, button):
    """Detaches the menu from a mouse button of the current window."""
    current_window(toolkit, "glutDetachMenu").menus.pop(integer(button), None)


@function("glutSetMenuData")
def set_menu_data(toolkit, data):
    """Stores an object with the current menu."""
    _menu(toolkit, "glutSetMenuData").data = data


@function("glutGetMenuData")
def get_menu_data(toolkit):
    """Returns the object stored with the current menu."""
    return _menu(toolkit, "glutGetMenuData").data


@function("glutSetMenuFont")
def set_menu_font(toolkit, menu, font):
    """Sets the font of a menu; without effect, since menus are not drawn."""
    _known(toolkit, "glutSetMenuFont", menu)
