/** Reading a platform notification: a SOAP envelope with the event element in its Body (RCV-09, RCV-10). */
import { readOccurrences } from '../../../shared/notifications/event-paths.ts'
import { childText, toEventNode, type XmlElement } from '../xml.ts'
import { EventRefusal, type ParsedEvent } from './parsed-event.ts'

/** The namespace of envelope and body, whatever prefix stands for it (document 3, section 6). */
const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/'

const soapChild = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find((child) => child.name === name && child.namespace === SOAP)

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
  if (!element.name.endsWith('Response')) return element.name
  return nameOfSoapAction(soapAction) ?? element.name
}

/**
 * The event of a SOAP body: the first child of Body in the SOAP namespace.
 *
 * Throws `EventRefusal` where it is no envelope or its body is empty.
 */
export const readSoapEvent = (root: XmlElement, soapAction: string | undefined): ParsedEvent => {
  if (root.name !== 'Envelope' || root.namespace !== SOAP) throw new EventRefusal('It is XML, but not a SOAP envelope.')
  const body = soapChild(root, 'Body')
  const element = body?.children[0]
  if (element === undefined) throw new EventRefusal('The SOAP body is empty.')
  const name = nameOf(element, soapAction)
  return {
    name,
    tree: () => toEventNode(element),
    timestamp: childText(element, 'Timestamp') ?? null,
    notificationId: null,
    occurrences: readOccurrences(element),
  }
}
