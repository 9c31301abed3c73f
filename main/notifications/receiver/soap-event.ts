/** Reads a platform notification: a SOAP envelope with the event element in its Body (RCV-09, RCV-10). */
import { childText, type XmlElement } from '../../xml.ts'
import { toEventNode } from '../event-node.ts'
import { cutText } from './bounds.ts'
import { readOccurrences } from './event-paths.ts'
import { EventRefusal, type ParsedEvent } from './parsed-event.ts'

const SOAP_NAMESPACE = 'http://schemas.xmlsoap.org/soap/envelope/'

/**
 * Returns the event's name: the element's own, or `NotificationEventName` in a wrapped call response. The SOAPAction
 * header, `"https://…/notification/ItemSold"`, isn't signed, so it is used last.
 */
const findName = (element: XmlElement, soapAction: string | null): string => {
  const inside = childText(element, 'NotificationEventName')
  if (inside !== undefined && inside !== '') return inside.slice(0, 200)
  if (!element.name.endsWith('Response')) return element.name.slice(0, 200)
  return /([A-Za-z][A-Za-z0-9]{0,79})"?\s*$/.exec(soapAction ?? '')?.[1] ?? element.name.slice(0, 200)
}

/** Throws `EventRefusal` if the document isn't an envelope or its Body is empty. */
export const parseSoapEvent = (root: XmlElement, soapAction: string | null): ParsedEvent => {
  if (root.name !== 'Envelope' || root.namespace !== SOAP_NAMESPACE)
    throw new EventRefusal('It is XML, but not a SOAP envelope.')
  const body = root.children.find(({ name, namespace }) => name === 'Body' && namespace === SOAP_NAMESPACE)
  const element = body?.children[0]
  if (element === undefined) throw new EventRefusal('The SOAP body is empty.')
  return {
    name: findName(element, soapAction),
    tree: () => toEventNode(element),
    timestamp: cutText(childText(element, 'Timestamp') ?? '') || null,
    notificationId: null,
    ...readOccurrences(element),
  }
}
