"""From the syntax tree to the typed tree: scopes, types, overloads, constants, rules."""
