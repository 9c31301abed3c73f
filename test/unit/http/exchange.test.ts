import { describe, expect, it } from 'vitest'
import { createExchange } from '../../../main/http/exchange.ts'
import { TransportFailure } from '../../../main/http/request.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { answer, scripted, sendMessage } from './fake-send.ts'

const secretful = sendMessage({
  url: 'https://shop.example/send?buyer=canary-name',
  headers: { authorization: 'Bearer canary-token' },
  body: '{"messageText":"canary-text"}',
})

describe('the log of an exchange', () => {
  it('FACT-41 PLT-43 keeps the id of a failed request, which the platform’s support asks for, and no other header', async () => {
    const log = createRecordingLog()
    const failed = (rlogid: string) => ({ ...answer(400), headers: { rlogid, 'set-cookie': 'canary-cookie' } })
    const answers = [failed('t6q%60abc-12*1'), failed('canary token')]
    const { send } = scripted(async () => answers.shift() ?? answer(200))
    for (let count = 0; count < 3; count += 1)
      await createExchange({ wire: send, clock: createFakeClock(), log })(secretful)
    expect(log.lines.map(({ fields }) => fields?.rlogid)).toEqual(['t6q%60abc-12*1', undefined, undefined])
    expect(JSON.stringify(log.lines)).not.toContain('canary')
  })

  it('logs the call, its outcome and its duration', async () => {
    const clock = createFakeClock()
    const log = createRecordingLog()
    const { send } = scripted(async () => {
      await clock.advance(120)
      return answer(200)
    })
    await createExchange({ wire: send, clock, log })(secretful)
    expect(log.lines).toEqual([
      {
        level: 'debug',
        message: 'request answered',
        fields: {
          service: 'messages',
          operation: 'sendMessage',
          method: 'POST',
          path: '/send_message',
          status: 200,
          ms: 120,
        },
      },
    ])
  })

  it('AUT-04 never logs a header, a body or a query value, whatever the outcome', async () => {
    const clock = createFakeClock()
    const log = createRecordingLog()
    const failure = new TransportFailure('unknown', 'broke', new Error('canary-cause'))
    const answered = answer(400, '{"errors":[{"message":"canary-answer"}]}', { 'set-cookie': 'canary-cookie' })
    await createExchange({ wire: scripted(answered).send, clock, log })(secretful)
    await expect(createExchange({ wire: scripted(failure).send, clock, log })(secretful)).rejects.toBe(failure)
    expect(log.lines.map(({ level }) => level)).toEqual(['warn', 'warn'])
    expect(JSON.stringify(log.lines)).not.toContain('canary')
    expect(log.lines[1]?.fields).toMatchObject({ outcome: 'unknown' })
  })
})
