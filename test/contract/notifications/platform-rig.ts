/** The notifications feature against the practice platform, with the tokens of a signed-in seller. */

import type { Credential } from '../../../main/http/request.ts'
import { createUndiciSend } from '../../../main/http/undici-send.ts'
import { practiceCredentials } from '../../../main/practice/credentials.ts'
import { startPracticePlatform } from '../../../main/practice/platform.ts'
import { DEFAULT_PLATFORM, type PlatformId } from '../../../shared/connection/platforms.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'
import { sendThrough } from '../../support/send-through.ts'
import { createTestPlatform, startRig } from '../../unit/notifications/notifications-rig.ts'

export const startPlatformRig = async (platformId: PlatformId = DEFAULT_PLATFORM) => {
  const platform = await startPracticePlatform({ conversations: 0, items: 3, platform: platformId })
  const wire = createUndiciSend({ origins: [platform.url] })
  const { scopes } = completeProfile({ kind: 'practice', name: 'Practice', platform: platformId }, platform.url)
  const { clientId, clientSecret, refreshToken } = practiceCredentials
  const fetchToken = async (credential: Credential): Promise<string> => {
    const grant =
      credential === 'user'
        ? {
            grant_type: 'refresh_token',
            refresh_token: refreshToken,
            scope: scopes.user.join(' '),
          }
        : { grant_type: 'client_credentials', scope: scopes.application.join(' ') }
    const answer = await fetch(`${platform.url}/identity/v1/oauth2/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(grant).toString(),
    })
    return ((await answer.json()) as { access_token: string }).access_token
  }
  const send = sendThrough(wire.send, { tokens: { current: fetchToken, renew: fetchToken } })
  const counted = createTestPlatform()
  const rig = await startRig({
    platform: {
      ...counted,
      send: (request) => {
        counted.requests.push(request)
        return send(request)
      },
    },
    secrets: new Map(Object.entries(practiceCredentials)),
    profile: { baseUrl: platform.url, platform: platformId },
  })
  return {
    rig,
    /** Calls the practice platform's control API. */
    practice: async (path: string, body: object): Promise<void> => {
      const answer = await fetch(`${platform.url}/practice/${path}`, { method: 'POST', body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`)
    },
    stop: async () => {
      await rig.stop()
      await wire.close()
      await platform.stop()
    },
  }
}
