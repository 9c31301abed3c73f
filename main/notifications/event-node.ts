/** An XML element as a node of the event log. */
import type { EventNode } from '../../shared/notifications/tree.ts'
import type { XmlElement } from '../xml.ts'

const isNamespaceDeclaration = (name: string): boolean => name === 'xmlns' || name.startsWith('xmlns:')

/** Converts an element for the window: local names, trimmed text, no namespace declarations. */
export const toEventNode = (element: XmlElement): EventNode => ({
  name: element.name,
  attributes: element.attributes.filter(({ name }) => !isNamespaceDeclaration(name)),
  text: element.text.trim(),
  children: element.children.map(toEventNode),
})
