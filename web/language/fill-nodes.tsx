import { createElement, Fragment, type ReactNode } from 'react'

/** A text with elements in it: the text is given each value's name in braces, `t.key({ setting: '{setting}' })`, and this puts the element there. */
export const fillNodes = (text: string, nodes: Readonly<Record<string, ReactNode>>): ReactNode =>
  createElement(Fragment, null, ...text.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 0 ? part : nodes[part])))
