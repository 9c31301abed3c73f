/** Damaged JSON in the database fails no method: platform data is read again, and nothing typed is lost. */
import { describe, expect, it } from 'vitest'
import { createHarness } from './messaging-harness.ts'

const conversation = { conversationId: 'c1' }
const wholeList = { view: 'all', itemId: null, otherParty: null, search: '', offset: 0, limit: 10 } as const

const openShop = async () => {
  const harness = await createHarness((platform) => {
    platform.add({ texts: ['Is it still there?'] })
  })
  await harness.handlers().thread(conversation)
  await harness.clock.advance(1_000)
  await harness.handlers().saveDraft({
    target: conversation,
    content: { messageText: 'Yes, it is.', emailCopyToSender: false, messageMedia: [], reference: null },
    revision: null,
    buyerMessagesSeen: 1,
  })
  return harness
}

describe('a row that the disk changed', () => {
  it.each([
    ['the attachments of a message', `UPDATE messages SET attachments = '[{"mediaName'`],
    ['how long a buyer has waited', `UPDATE conversations SET waiting_evidence = '{"writer":7}'`],
    ['how far a list was read', `UPDATE sync_lists SET state = '{"pass":'`],
  ])('OFF-03 the list, the thread and the next check still work if this is damaged: %s', async (_, damage) => {
    const harness = await openShop()
    harness.database.run(damage)
    expect((await harness.handlers().conversations(wholeList)).rows).toMatchObject([conversation])
    const { messages, draft } = await harness.handlers().thread(conversation)
    expect(messages).toMatchObject([{ text: 'Is it still there?' }])
    expect(draft?.content.messageText).toBe('Yes, it is.')
    await harness.handlers().syncNow({})
    await harness.clock.advance(60_000)
    expect((await harness.handlers().counts({})).views).toMatchObject({ all: 1 })
  })

  it('OFF-03 shows a damaged draft as it is stored', async () => {
    const harness = await openShop()
    harness.database.run(`UPDATE drafts SET content = '{"messageText":"Yes, it is.'`)
    const { draft } = await harness.handlers().thread(conversation)
    expect(draft?.content.messageText).toContain('Yes, it is.')
  })

  it.each(['still', 'yes'])('OFF-03 finds “%s” although a draft is damaged', async (search) => {
    const harness = await openShop()
    harness.database.run(`UPDATE drafts SET content = '{"messageText":"Yes, it is.'`)
    const { rows } = await harness.handlers().conversations({ ...wholeList, search })
    expect(rows).toMatchObject([conversation])
  })

  it('MSG-13 treats damaged evidence of a lost send as a thread without the seller’s messages', async () => {
    const harness = await openShop()
    harness.database.run(`UPDATE drafts SET evidence = '{"ours":'`)
    const shop = harness.platform.conversations[0]
    if (shop !== undefined) harness.platform.say(shop, 'YES, IT IS', 'seller')
    const { draft } = await harness.handlers().thread(conversation)
    await harness.handlers().send({ target: conversation, revision: draft?.revision ?? 0 })
    await harness.clock.advance(120_000)
    expect(harness.platform.carriedOut).toEqual([])
  })
})
