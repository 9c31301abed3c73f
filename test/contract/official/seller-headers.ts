/** The headers of a call as the practice seller. */
import { practiceCredentials } from '../../../main/practice/credentials.ts'

/** `url`: of the practice platform as eBay. */
export const fetchSellerHeaders = async (url: string): Promise<Readonly<Record<string, string>>> => {
  const { clientId, clientSecret, refreshToken } = practiceCredentials
  const answer = await fetch(`${url}/identity/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return { authorization: `Bearer ${token}`, 'accept-language': 'en-US' }
}
