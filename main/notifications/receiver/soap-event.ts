/** Reading a platform notification: a SOAP envelope with the event element in its Body (RCV-09, RCV-10). */
import { documentedPaths, findAll, readOccurrences } from '../../../shared/notifications/event-paths.ts'
import type { EventNode } from '../../../shared/notifications/tree.ts'
import { childText, readXml, toEventNode, type XmlElement, XmlRefusal } from '../xml.ts'
import { EventRefusal, type ParsedEvent } from './parsed-event.ts'

/** The namespace of envelope and body, whatever prefix stands for it (document 3, section 6). */
const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/'

const soapChild = (element: XmlElement, local: string): XmlElement | undefined =>
  element.children.find((child) => child.local === local && child.namespace === SOAP)

/** `"https://…/notification/ItemSold"` → `ItemSold`. */
const nameOfSoapAction = (soapAction: string | undefined): string | undefined =>
  /([A-Za-z][A-Za-z0-9]{0,79})"?\s*$/.exec(soapAction ?? '')?.[1]

/**
 * The event's name.
 *
 * The documents name the element after the event. The public platform wraps the response of a call instead and gives the
 * name in `NotificationEventName`, or only in the SOAPAction header; the header is not signed, so that it is asked last.
 */
const nameOf = (element: XmlElement, soapAction: string | undefined): string => {
  const inside = childText(element, 'NotificationEventName')
  if (inside !== undefined && inside !== '') return inside.slice(0, 200)
  if (!element.local.endsWith('Response')) return element.local
  return nameOfSoapAction(soapAction) ?? element.local
}

/**
 * The event of a SOAP body: the first child of Body in the SOAP namespace.
 *
 * Throws `EventRefusal` where it is no envelope or its body is empty.
 */
export const readSoapEvent = (text: string, soapAction: string | undefined): ParsedEvent => {
  let root: XmlElement
  try {
    root = readXml(text.trimStart())
  } catch (error) {
    if (error instanceof XmlRefusal) throw new EventRefusal(error.message)
    throw error
  }
  if (root.local !== 'Envelope' || root.namespace !== SOAP)
    throw new EventRefusal('It is XML, but not a SOAP envelope.')
  const body = soapChild(root, 'Body')
  const element = body?.children[0]
  if (element === undefined) throw new EventRefusal('The SOAP body is empty.')
  const node: EventNode = toEventNode(element)
  const name = nameOf(element, soapAction)
  return {
    name,
    tree: node,
    timestamp: childText(element, 'Timestamp') ?? null,
    notificationId: null,
    occurrences: readOccurrences(node),
    paths: (documentedPaths[name] ?? []).map(({ path, words }) => ({
      path,
      words,
      values: findAll(node, path).map(({ at, node: found }) => ({ at, value: found.text })),
    })),
  }
}
