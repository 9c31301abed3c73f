import { expect, it } from 'vitest'
import { renewRevisions } from '../../../../main/messaging/after-restore.ts'
import { createDrafts } from '../../../../main/messaging/outbox/drafts.ts'
import { createDraftKeeper } from '../../../../renderer/messaging/composer/draft-keeper.ts'
import { emptyContent } from '../../../../shared/messaging/message-text.ts'
import { createFakeClock } from '../../../support/fake-clock.ts'
import { openTestDatabase } from '../../../support/test-database.ts'

const target = { otherPartyUsername: 'anna' }

/** A window's composer over these drafts. */
const openComposer = (drafts: ReturnType<typeof createDrafts>) =>
  createDraftKeeper({
    target,
    windowId: 'this',
    stored: drafts.load(target) ?? null,
    save: async (request) => drafts.save(request),
    later: createFakeClock().setTimer,
    hold: () => () => undefined,
  })

it.each([1, 2])(
  '%i undone while the next message is written: the draft with all of them is no conflict',
  async (count) => {
    const drafts = createDrafts(openTestDatabase(), () => 0)
    const keeper = openComposer(drafts)
    keeper.type('next')
    await keeper.flush()
    for (const messageText of ['second', 'first'].slice(-count)) {
      drafts.restore(target, { ...emptyContent, messageText }, { buyerMessagesSeen: 0, newestSeenMs: null }, null)
    }
    keeper.adopt(drafts.load(target) ?? null, true)
    const all = ['first', ...(count === 2 ? ['second'] : []), 'next'].join('\n\n')
    expect(keeper.view()).toMatchObject({ status: 'saved', content: { messageText: all } })
    keeper.type(`${all}!`)
    await keeper.flush()
    expect(drafts.load(target)).toMatchObject({ content: { messageText: `${all}!` }, joined: [] })
  },
)

it('a draft of a restored backup appears in a window that sent a later one', async () => {
  const copy = openTestDatabase()
  const inBackup = createDrafts(copy, () => 0)
  const content = { ...emptyContent, messageText: 'from the backup' }
  inBackup.save({ target, content, revision: null, buyerMessagesSeen: 0 })

  const present = openTestDatabase()
  const drafts = createDrafts(present, () => 0)
  const keeper = openComposer(drafts)
  for (const text of ['first', 'second']) {
    keeper.type(text)
    await keeper.flush()
  }
  keeper.sent(drafts.load(target)?.revision ?? -1)

  renewRevisions(copy, present)
  keeper.adopt(inBackup.load(target) ?? null, false)
  expect(keeper.view().content.messageText).toBe('from the backup')
})
