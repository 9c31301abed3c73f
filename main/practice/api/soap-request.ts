/** Reads the SOAP requests of the legacy calls. */
import { SaxesParser, type SaxesTagNS } from 'saxes'
import { SOAP_NAMESPACE } from '../delivery/legacy-events.ts'

export type XmlElement = { readonly name: string; text: string; readonly children: XmlElement[] }

const MAX_DEPTH = 32

/**
 * Parses an XML document; `undefined` if it isn't one. SECURITY: a DOCTYPE is refused, so no entity can be declared;
 * nesting is bounded.
 */
export const parseXml = (xml: string): { readonly root: XmlElement; readonly namespace: string } | undefined => {
  const parser = new SaxesParser({ xmlns: true })
  const open: XmlElement[] = []
  let root: XmlElement | undefined
  let namespace = ''
  parser.on('doctype', () => {
    throw new Error('A DOCTYPE is not allowed.')
  })
  parser.on('opentag', ({ local, uri }: SaxesTagNS) => {
    const element: XmlElement = { name: local, text: '', children: [] }
    if (open.length === 0) {
      root = element
      namespace = uri
    }
    open.at(-1)?.children.push(element)
    if (open.push(element) > MAX_DEPTH) throw new Error('The elements are nested too deeply.')
  })
  const addText = (text: string): void => {
    const element = open.at(-1)
    if (element !== undefined) element.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => void open.pop())
  try {
    parser.write(xml).close()
  } catch {
    return undefined
  }
  return root === undefined ? undefined : { root, namespace }
}

/** Parses a SOAP envelope, recognised by its namespace and not its prefix; `undefined` for anything else. */
export const parseEnvelope = (xml: string): XmlElement | undefined => {
  const parsed = parseXml(xml)
  return parsed?.root.name === 'Envelope' && parsed.namespace === SOAP_NAMESPACE ? parsed.root : undefined
}

/** The descendant at a path of local names, following the first match of each; `undefined` if one is missing. */
export const findElement = (from: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined =>
  path.reduce<XmlElement | undefined>((element, name) => element?.children.find((child) => child.name === name), from)

/** The trimmed text of the descendant at a path. */
export const readText = (from: XmlElement | undefined, ...path: readonly string[]): string | undefined =>
  findElement(from, ...path)?.text.trim()
