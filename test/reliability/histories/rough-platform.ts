/**
 * A platform that changes texts and carries out sends late while another client writes to it, and a seller who withdraws,
 * edits and resends messages that seem lost.
 *
 * Every text contains a unique word. No word may be sent twice, as long as the seller doesn't override the app's warnings.
 */
import fc from 'fast-check'
import { sendEndings } from '../../unit/messaging/fake-platform.ts'
import type { Driver } from './app-model.ts'

const rewrites = {
  keeps: (text: string) => text,
  shouts: (text: string) => text.toUpperCase(),
  escapes: (text: string) => text.replaceAll('&', '&amp;'),
  signs: (text: string) => `${text}\n-- sent by a shop`,
} as const

const endings = [...sendEndings, 'droppedActingLater', 'droppedActingLater'] as const

export const roughAction = fc.oneof(
  { weight: 4, arbitrary: fc.record({ action: fc.constant('write' as const), toPerson: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ action: fc.constant('send' as const), toPerson: fc.boolean() }) },
  { weight: 3, arbitrary: fc.constant({ action: 'takeBack' } as const) },
  { weight: 2, arbitrary: fc.constant({ action: 'sendAgain' } as const) },
  { weight: 3, arbitrary: fc.record({ action: fc.constant('ending' as const), ending: fc.constantFrom(...endings) }) },
  {
    weight: 4,
    arbitrary: fc.record({ action: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 90_000 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      action: fc.constant('rewrite' as const),
      how: fc.constantFrom(...(Object.keys(rewrites) as (keyof typeof rewrites)[])),
    }),
  },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('somebodyWrites' as const), same: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ action: 'refresh' } as const) },
  { weight: 1, arbitrary: fc.constant({ action: 'crash' } as const) },
  {
    weight: 1,
    arbitrary: fc.record({ action: fc.constant('clock' as const), ms: fc.integer({ min: -3e6, max: 3e6 }) }),
  },
)
export type RoughAction = typeof roughAction extends fc.Arbitrary<infer A> ? A : never

const conversation = { conversationId: 'c1' }
const person = { otherPartyUsername: 'buyer1' }

/** Runs a history and returns the words that were sent more than once. */
export const liveRoughly = async (
  driver: Driver,
  history: readonly RoughAction[],
  onCrash: (driver: Driver) => void,
): Promise<string[]> => {
  const { platform, clock } = driver
  const shop = platform.conversations[0]
  const words: string[] = []
  const ids: string[] = []
  const appear = (): void => {
    for (const carryOut of platform.late.splice(0)) carryOut()
  }
  /** Runs `work` and ignores a refusal by main. */
  const tried = async (work: () => unknown): Promise<void> => {
    // The platform's delay is limited: accepted messages appear before the seller acts again.
    appear()
    await (async () => work())().catch(() => undefined)
  }
  const loadDraft = async (toPerson: boolean) =>
    toPerson ? (await driver.handlers().newMessage(person)).draft : (await driver.handlers().thread(conversation)).draft

  for (const step of history) {
    if (step.action === 'write') {
      const word = `word${String.fromCharCode(97 + (words.length % 26))}${words.length}x`
      words.push(word)
      const target = step.toPerson ? person : conversation
      const draft = await loadDraft(step.toPerson)
      const messageText = `Salt & ${word}`
      await driver.handlers().saveDraft({
        target,
        content: { messageText, emailCopyToSender: false, messageMedia: [], reference: null },
        revision: draft?.revision ?? null,
        buyerMessagesSeen: 1_000,
      })
    } else if (step.action === 'send') {
      const draft = await loadDraft(step.toPerson)
      const target = step.toPerson ? person : conversation
      if (draft === null) continue
      await tried(async () => ids.push((await driver.handlers().send({ target, revision: draft.revision })).id))
    } else if (step.action === 'takeBack') await tried(() => driver.outbound().withdraw(ids.at(-1) ?? ''))
    else if (step.action === 'sendAgain') await tried(() => driver.outbound().sendNow([ids.at(-1) ?? '']))
    else if (step.action === 'ending') platform.endings = [step.ending, 'answered']
    else if (step.action === 'wait') await clock.advance(step.ms)
    else if (step.action === 'rewrite') platform.rewrite = rewrites[step.how]
    else if (step.action === 'refresh') await tried(() => driver.handlers().refreshThread(conversation))
    else if (step.action === 'crash') {
      onCrash(driver)
      await driver.crashAndRestart()
    } else if (step.action === 'clock') clock.jump(step.ms)
    else if (shop !== undefined) platform.say(shop, step.same ? `Salt & ${words.at(-1)}` : 'Parcel is packed', 'seller')
  }
  platform.endings = ['answered']
  appear()
  for (let round = 0; round < 3; round += 1) await clock.advance(120_000)
  return words.filter((word) => platform.carriedOut.filter((text) => text.includes(word)).length > 1)
}
