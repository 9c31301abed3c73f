import type { ShopEvent } from '../shop/records.ts'

export const SOAP_NAMESPACE = 'http://schemas.xmlsoap.org/soap/envelope/'

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** An element that holds text, which is escaped. */
export const textElement = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`

/** An element that holds XML. */
export const element = (name: string, ...content: readonly string[]): string => `<${name}>${content.join('')}</${name}>`

export const soapEnvelope = (body: string): string =>
  '<?xml version="1.0" encoding="utf-8"?>' +
  `<soapenv:Envelope xmlns:soapenv="${SOAP_NAMESPACE}"><soapenv:Body>${body}</soapenv:Body></soapenv:Envelope>`

/** RCV-09: the documented paths. Events without documented paths carry their item; `ItemSold` has no place for a SKU. */
const createEventContent = ({ event, sku, itemId, buyer, transactionId, price, commentType }: ShopEvent): string => {
  const item = element('Item', textElement('ItemID', itemId), sku === '' ? '' : textElement('SKU', sku))
  const transaction = textElement('TransactionID', transactionId)
  switch (event) {
    case 'AuctionCheckoutComplete':
      return item + element('Transaction', element('Buyer', textElement('UserID', buyer)), transaction)
    case 'FixedPriceTransaction':
      return item + element('Transaction', transaction, textElement('TransactionPrice', price))
    case 'FeedbackLeft':
      return element(
        'FeedbackDetail',
        textElement('CommentType', commentType ?? 'Positive'),
        textElement('CommentingUser', buyer),
      )
    case 'ItemSold':
      return textElement('ItemID', itemId)
    default:
      return item
  }
}

/** The SOAP body of an event. One event always gives the same bytes, so a resend is a duplicate. */
export const createSoapNotification = (event: ShopEvent): string => {
  const timestamp = textElement('Timestamp', new Date(event.atMs).toISOString())
  return soapEnvelope(element(event.event, timestamp, createEventContent(event)))
}
