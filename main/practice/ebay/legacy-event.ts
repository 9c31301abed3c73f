/** Legacy notifications in the real platform's form. */
import { createHash } from 'node:crypto'
import { practiceCredentials } from '../credentials.ts'
import { element, SOAP_NAMESPACE, textElement } from '../delivery/soap-xml.ts'
import type { ShopEvent } from '../shop/records.ts'

const NAMESPACE = 'urn:ebay:apis:eBLBaseComponents'

/** The body's element is the answer of a call, not the event. */
const findAnswerName = (event: string): string => {
  if (event === 'AuctionCheckoutComplete' || event === 'FixedPriceTransaction') return 'GetItemTransactionsResponse'
  return event === 'FeedbackLeft' ? 'GetFeedbackResponse' : 'GetItemResponse'
}

const createContent = ({ event, sku, itemId, buyer, transactionId, price, commentType }: ShopEvent): string => {
  const item = element('Item', textElement('ItemID', itemId), sku === '' ? '' : textElement('SKU', sku))
  switch (findAnswerName(event)) {
    case 'GetItemTransactionsResponse': {
      const transaction = element(
        'Transaction',
        element('Buyer', textElement('UserID', buyer)),
        textElement('TransactionID', transactionId),
        `<TransactionPrice currencyID="USD">${price}</TransactionPrice>`,
        textElement('QuantityPurchased', '1'),
      )
      return item + element('TransactionArray', transaction)
    }
    case 'GetFeedbackResponse':
      return element(
        'FeedbackDetailArray',
        element(
          'FeedbackDetail',
          textElement('CommentingUser', buyer),
          textElement('CommentText', 'Quick and well packed.'),
          textElement('CommentType', commentType ?? 'Positive'),
          textElement('ItemID', itemId),
          textElement('TransactionID', transactionId),
        ),
      )
    default:
      return item
  }
}

/** `base64(MD5(timestamp, DevID, AppID, CertID))` (PLT-20). */
export const signLegacyEvent = (timestamp: string): string => {
  const { devName, appName, certName } = practiceCredentials
  return createHash('md5').update(`${timestamp}${devName}${appName}${certName}`).digest('base64')
}

/** The SOAP body of an event, signed for its own time. The same event always yields the same bytes. */
export const createEbayLegacyEvent = (event: ShopEvent, recipient: string): string => {
  const timestamp = new Date(event.atMs).toISOString()
  const answer = findAnswerName(event.event)
  const signature = `<ebl:NotificationSignature xmlns:ebl="${NAMESPACE}">${signLegacyEvent(timestamp)}</ebl:NotificationSignature>`
  return (
    '<?xml version="1.0" encoding="UTF-8"?>' +
    `<soapenv:Envelope xmlns:soapenv="${SOAP_NAMESPACE}"><soapenv:Header>` +
    `<ebl:RequesterCredentials xmlns:ebl="${NAMESPACE}" soapenv:mustUnderstand="0">${signature}</ebl:RequesterCredentials>` +
    `</soapenv:Header><soapenv:Body><${answer} xmlns="${NAMESPACE}">` +
    textElement('Timestamp', timestamp) +
    textElement('Ack', 'Success') +
    textElement('CorrelationID', event.eventId) +
    textElement('Version', '1311') +
    textElement('NotificationEventName', event.event) +
    textElement('RecipientUserID', recipient) +
    createContent(event) +
    `</${answer}></soapenv:Body></soapenv:Envelope>`
  )
}
