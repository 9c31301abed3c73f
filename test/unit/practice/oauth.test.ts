import { describe, expect, it } from 'vitest'
import { practiceCredentials } from '../../../main/practice/credentials.ts'
import { openShop, refusal } from './practice-shop.ts'

const refresh = { grant_type: 'refresh_token', refresh_token: practiceCredentials.refreshToken }

describe('the practice platform grants tokens', () => {
  it('returns a seller’s token for the refresh token, and never a new refresh token', async () => {
    const shop = await openShop()
    const answer = await shop.token(refresh)
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      access_token: expect.any(String),
      expires_in: 7200,
      token_type: 'User Access Token',
    })
  })

  it('AUT-05 returns an application token for the root scope, whatever {scope_base} is', async () => {
    const shop = await openShop()
    const answer = await shop.token({
      grant_type: 'client_credentials',
      scope: 'https://elsewhere.example/oauth/api_scope',
    })
    expect(answer.json).toMatchObject({ token_type: 'Application Access Token', expires_in: 7200 })
  })

  it.each([
    ['a wrong secret', refresh, 'practice-client:wrong', 401, 'invalid_client'],
    ['an unknown refresh token', { ...refresh, refresh_token: 'x' }, undefined, 400, 'invalid_grant'],
    [
      'an unknown scope',
      { ...refresh, scope: 'https://x/oauth/api_scope/everything' },
      undefined,
      400,
      'invalid_scope',
    ],
    [
      'a seller’s scope by client credentials',
      { grant_type: 'client_credentials', scope: 'https://x/oauth/api_scope/message' },
      undefined,
      400,
      'invalid_scope',
    ],
    ['another grant', { grant_type: 'password' }, undefined, 400, 'unsupported_grant_type'],
    [
      'an unknown code',
      { grant_type: 'authorization_code', code: 'x', redirect_uri: 'http://127.0.0.1/' },
      undefined,
      400,
      'invalid_grant',
    ],
  ])('refuses %s', async (_, form, basic, status, error) => {
    const shop = await openShop()
    const answer = await shop.token(form, basic)
    expect(answer.status).toBe(status)
    expect(answer.json).toMatchObject({ error })
  })

  it('agrees automatically on the consent page, and accepts the code once, for its own address only', async () => {
    const shop = await openShop()
    const redirectUri = 'http://127.0.0.1:9/done?x=1'
    const query = new URLSearchParams({
      client_id: practiceCredentials.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: `${shop.url}/oauth/api_scope/message`,
      state: 'a state',
    })
    const consent = async () => {
      const page = await shop.call('GET', `/oauth2/authorize?${query}`)
      expect(page.status).toBe(302)
      return new URL(page.headers.get('location') ?? '')
    }
    const target = await consent()
    expect(target.searchParams.get('x')).toBe('1')
    expect(target.searchParams.get('state')).toBe('a state')
    const code = target.searchParams.get('code') ?? ''
    const exchange = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
    const first = await shop.token(exchange)
    expect(first.json).toMatchObject({ refresh_token: expect.any(String), refresh_token_expires_in: 47_304_000 })
    expect((await shop.token(exchange)).json).toMatchObject({ error: 'invalid_grant' })
    const other = (await consent()).searchParams.get('code') ?? ''
    expect((await shop.token({ ...exchange, code: other, redirect_uri: 'http://127.0.0.1:9/' })).status).toBe(400)
    const { refresh_token } = first.json as { refresh_token: string }
    const beyond = { ...refresh, refresh_token, scope: `${shop.url}/oauth/api_scope/sell.inventory` }
    expect((await shop.token(beyond)).json).toMatchObject({ error: 'invalid_scope' })
  })

  it.each([
    ['no token', ''],
    ['another scheme', 'Basic abc'],
    ['an unknown token', 'Bearer nothing'],
    ['a name every object has', 'Bearer constructor'],
  ])('answers 401 with 1001 to %s', async (_, authorization) => {
    const shop = await openShop()
    for (const path of [
      '/commerce/message/v1/conversation?conversation_type=FROM_MEMBERS',
      '/sell/inventory/v1/inventory_item/CAM-0101',
      '/commerce/notification/v1/topic',
    ]) {
      expect(refusal(await shop.asSeller('GET', path, undefined, { authorization }))).toEqual([401, 1001])
    }
    const mapping = await shop.asSeller(
      'POST',
      '/sell/listing_preview/graphql',
      { query: '{ __typename }' },
      { authorization },
    )
    expect(refusal(mapping)).toEqual([401, 1001])
  })

  it('AUT-01 expires a token after two hours of the practice clock', async () => {
    const shop = await openShop()
    const path = '/sell/inventory/v1/inventory_item/CAM-0101'
    await shop.control('POST', 'clock', { advanceMs: 7_199_999 })
    expect((await shop.asSeller('GET', path)).status).toBe(200)
    await shop.control('POST', 'clock', { advanceMs: 1 })
    expect(refusal(await shop.asSeller('GET', path))).toEqual([401, 1001])
  })
})
