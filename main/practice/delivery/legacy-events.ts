/** Legacy notifications: the same shop event in each platform's XML. One event always gives the same bytes. */
import { createHash } from 'node:crypto'
import { practiceCredentials } from '../credentials.ts'
import type { ShopEvent } from '../shop/records.ts'

export const SOAP_NAMESPACE = 'http://schemas.xmlsoap.org/soap/envelope/'
export const EBAY_NAMESPACE = 'urn:ebay:apis:eBLBaseComponents'
export const XML_DECLARATION = '<?xml version="1.0" encoding="utf-8"?>'

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** An element with a text, which is escaped. */
export const textElement = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`

/** An element with XML inside. */
export const element = (name: string, ...content: readonly string[]): string => `<${name}>${content.join('')}</${name}>`

export const soapEnvelope = (body: string, header = ''): string =>
  `${XML_DECLARATION}<soapenv:Envelope xmlns:soapenv="${SOAP_NAMESPACE}">${header}<soapenv:Body>${body}</soapenv:Body></soapenv:Envelope>`

const writeItem = ({ itemId, sku }: ShopEvent): string =>
  element('Item', textElement('ItemID', itemId), sku === '' ? '' : textElement('SKU', sku))

/**
 * RCV-09: the documented paths. Events without documented paths carry their item; `ItemSold` has no field for a SKU.
 */
const writeContent = (event: ShopEvent): string => {
  const { itemId, buyer, transactionId, price, commentType = 'Positive' } = event
  const transaction = textElement('TransactionID', transactionId)
  switch (event.event) {
    case 'AuctionCheckoutComplete':
      return writeItem(event) + element('Transaction', element('Buyer', textElement('UserID', buyer)), transaction)
    case 'FixedPriceTransaction':
      return writeItem(event) + element('Transaction', transaction, textElement('TransactionPrice', price))
    case 'FeedbackLeft':
      return element('FeedbackDetail', textElement('CommentType', commentType), textElement('CommentingUser', buyer))
    case 'ItemSold':
      return textElement('ItemID', itemId)
    default:
      return writeItem(event)
  }
}

/** The SOAP body of an event in the neutral platform's form. */
export const createSoapNotification = (event: ShopEvent): string => {
  const timestamp = textElement('Timestamp', new Date(event.atMs).toISOString())
  return soapEnvelope(element(event.event, timestamp, writeContent(event)))
}

/** On eBay the body's element is the answer of a call, not the event. */
const writeEbayContent = (event: ShopEvent): readonly [answer: string, content: string] => {
  const { itemId, buyer, transactionId, price, quantity = 1, commentType = 'Positive' } = event
  switch (event.event) {
    case 'AuctionCheckoutComplete':
    case 'FixedPriceTransaction': {
      const transaction = element(
        'Transaction',
        element('Buyer', textElement('UserID', buyer)),
        textElement('TransactionID', transactionId),
        `<TransactionPrice currencyID="USD">${price}</TransactionPrice>`,
        textElement('QuantityPurchased', String(quantity)),
      )
      return ['GetItemTransactionsResponse', writeItem(event) + element('TransactionArray', transaction)]
    }
    case 'FeedbackLeft': {
      const detail = element(
        'FeedbackDetail',
        textElement('CommentingUser', buyer),
        textElement('CommentText', 'Quick and well packed.'),
        textElement('CommentType', commentType),
        textElement('ItemID', itemId),
        textElement('TransactionID', transactionId),
      )
      return ['GetFeedbackResponse', element('FeedbackDetailArray', detail)]
    }
    default:
      return ['GetItemResponse', writeItem(event)]
  }
}

/** `base64(MD5(timestamp, DevID, AppID, CertID))` (PLT-20). */
export const signLegacyEvent = (timestamp: string): string => {
  const { devName, appName, certName } = practiceCredentials
  return createHash('md5').update(`${timestamp}${devName}${appName}${certName}`).digest('base64')
}

/** The SOAP body of an event in eBay's form, signed for its own time. */
export const createEbayLegacyEvent = (event: ShopEvent, recipient: string): string => {
  const timestamp = new Date(event.atMs).toISOString()
  const [answer, content] = writeEbayContent(event)
  const signature = `<ebl:NotificationSignature xmlns:ebl="${EBAY_NAMESPACE}">${signLegacyEvent(timestamp)}</ebl:NotificationSignature>`
  const credentials = `<ebl:RequesterCredentials xmlns:ebl="${EBAY_NAMESPACE}" soapenv:mustUnderstand="0">${signature}</ebl:RequesterCredentials>`
  const facts =
    textElement('Timestamp', timestamp) +
    textElement('Ack', 'Success') +
    textElement('CorrelationID', event.eventId) +
    textElement('Version', '1311') +
    textElement('NotificationEventName', event.event) +
    textElement('RecipientUserID', recipient)
  return soapEnvelope(
    `<${answer} xmlns="${EBAY_NAMESPACE}">${facts}${content}</${answer}>`,
    element('soapenv:Header', credentials),
  )
}
