import { expect, it } from 'vitest'
import { renewRevisions } from '../../../../main/messaging/after-restore.ts'
import { createDrafts } from '../../../../main/messaging/outbox/drafts.ts'
import { createDraftKeeper } from '../../../../renderer/messaging/composer/draft-keeper.ts'
import { emptyContent } from '../../../../shared/messaging/message-text.ts'
import { createFakeClock } from '../../../support/fake-clock.ts'
import { openTestDatabase } from '../../../support/test-database.ts'

const target = { otherPartyUsername: 'anna' }

it('a draft of a restored backup appears in a window that sent a later one', async () => {
  const copy = openTestDatabase()
  const inBackup = createDrafts(copy, () => 0)
  const content = { ...emptyContent, messageText: 'from the backup' }
  inBackup.save({ target, content, revision: null, buyerMessagesSeen: 0 })

  const present = openTestDatabase()
  const drafts = createDrafts(present, () => 0)
  const keeper = createDraftKeeper({
    target,
    windowId: 'this',
    save: async (request) => drafts.save(request),
    later: createFakeClock().setTimer,
    hold: () => () => undefined,
  })
  for (const text of ['first', 'second']) {
    keeper.type(text, 0)
    await keeper.flush()
  }
  keeper.sent()

  renewRevisions(copy, present)
  keeper.adopt(inBackup.load(target) ?? null, false)
  expect(keeper.view().content.messageText).toBe('from the backup')
})
