/** Signed sales with different transactions. */
import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { request } from 'node:http'
import type { Keys } from './programs.ts'

/** Builds a sale. `filler` is extra XML to include. */
export const buildSale = (transactionId: string, filler = '', itemId = '110000000001'): string =>
  '<?xml version="1.0" encoding="utf-8"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body>' +
  `<FixedPriceTransaction><Timestamp>2026-11-21T09:00:00.000Z</Timestamp><Item><ItemID>${itemId}</ItemID></Item>` +
  `<Transaction><Buyer><UserID>mia_vintage</UserID></Buyer><TransactionID>${transactionId}</TransactionID>` +
  `<TransactionPrice currencyID="USD">12.50</TransactionPrice></Transaction>${filler}</FixedPriceTransaction></soapenv:Body></soapenv:Envelope>`

/** Builds a topic message as eBay sends it, which its own SDK can process. */
export const buildTopicMessage = (notificationId: string, itemId: string): string =>
  JSON.stringify({
    metadata: { topic: 'PRIORITY_LISTING_REVISION', schemaVersion: '1.0', deprecated: false },
    notification: {
      notificationId,
      eventDate: '2026-11-21T09:00:00.000Z',
      publishDate: '2026-11-21T09:00:00.500Z',
      publishAttemptCount: 1,
      data: { itemId, listingMarketplaceId: 'EBAY_US', categoryId: '15230', priorityListing: true },
    },
  })

/** The signature header of a body. */
export const signBody = (kid: string, key: KeyObject, body: string | Buffer): string => {
  const signature = sign('sha1', Buffer.from(body), key).toString('base64')
  return Buffer.from(JSON.stringify({ alg: 'ecdsa', kid, signature, digest: 'SHA1' })).toString('base64')
}

/** Sends a signed body and resolves with the answer's status. Rejects if there is no answer. */
export const createDeliver = (keys: Pick<Keys, 'kid' | 'privatePem'>) => {
  const key = createPrivateKey(keys.privatePem)
  return (port: number, body: string | Buffer): Promise<number> =>
    new Promise((resolve, reject) => {
      const asking = request(
        {
          host: '127.0.0.1',
          port,
          path: '/notifications',
          method: 'POST',
          headers: { 'Content-Type': 'text/xml', 'X-SVC-SIGNATURE': signBody(keys.kid, key, body) },
          agent: false,
        },
        (response) => {
          resolve(response.statusCode ?? 0)
          response.resume()
        },
      )
      asking.on('error', reject)
      asking.end(body)
    })
}
