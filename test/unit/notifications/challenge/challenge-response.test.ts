import { describe, expect, it } from 'vitest'
import { challengeResponse } from '../../../../main/notifications/receiver/challenge-response.ts'

describe('the answer to a challenge', () => {
  it('RCV-02 returns the public test vector', () => {
    const answer = challengeResponse(
      'a8628072-3d33-45ee-9004-bee86830a22d',
      '71745723-d031-455c-bfa5-f90d11b4f20a',
      'http://www.testendpoint.com/webhook',
    )
    expect(answer).toBe('ca527df75caa230092d7e90484071e8f05d63068f1317973d6a3a42593734bbb')
  })

  it('RCV-02 hashes the three parts in their order, as UTF-8', () => {
    expect(challengeResponse('a', 'b', 'ü')).not.toBe(challengeResponse('b', 'a', 'ü'))
    expect(challengeResponse('ab', '', 'ü')).toBe(challengeResponse('a', 'b', 'ü'))
  })
})
