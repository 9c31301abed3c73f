import { describe, expect, it } from 'vitest'
import { createDraftKeeper, type SaveDraft } from '../../../renderer/messaging/composer/draft-keeper.ts'
import { SAVE_AFTER_MS } from '../../../renderer/ui/autosave/autosave.ts'
import type { Draft, SavedBy } from '../../../shared/messaging/conversation.ts'
import { emptyContent } from '../../../shared/messaging/message-text.ts'
import { Failure } from '../../../shared/result.ts'
import { createFakeClock } from '../../support/fake-clock.ts'

const target = { conversationId: 'c1' }
const createDraft = (messageText: string, revision: number): Draft => ({
  target,
  content: { ...emptyContent, messageText },
  revision,
  savedAtMs: 0,
  buyerMessagesSeen: 1,
  joined: [],
})

const picture = { mediaName: 'a.png', mediaType: 'IMAGE', mediaUrl: 'https://files.example/a.png' }

const openComposer = (stored: Draft | null = null) => {
  const clock = createFakeClock()
  const senders: SavedBy[] = []
  const seen: (number | null)[] = []
  const saves: { readonly text: string; readonly revision: number | null }[] = []
  let revision = 0
  let fail: Failure | undefined
  let hold: Promise<void> | undefined
  const save: SaveDraft = async (request) => {
    saves.push({ text: request.content.messageText, revision: request.revision })
    senders.push(request.by)
    seen.push(request.buyerMessagesSeen)
    await hold
    if (fail !== undefined) throw fail
    revision += 1
    return { revision: request.content.messageText === '' ? null : revision }
  }
  let held = 0
  const keeper = createDraftKeeper({
    target,
    windowId: 'this',
    stored,
    save,
    later: clock.setTimer,
    hold: () => {
      held += 1
      return () => {
        held -= 1
      }
    },
  })
  return {
    clock,
    /** Number of unsaved drafts that hold the window open. */
    held: () => held,
    saves,
    seen,
    senders,
    keeper,
    type: (text: string) => keeper.type(text),
    text: () => keeper.view().content.messageText,
    failWith: (failure: Failure | undefined) => {
      fail = failure
    },
    holdSaves: () => {
      let release = (): void => undefined
      hold = new Promise((resolve) => {
        release = resolve
      })
      return () => {
        hold = undefined
        release()
      }
    },
  }
}

const conflict = new Failure({ kind: 'conflict', message: 'This draft was changed in another window.' })

describe('the composer’s text', () => {
  it('is saved once, 300 ms after the last key', async () => {
    const composer = openComposer()
    composer.type('H')
    await composer.clock.advance(SAVE_AFTER_MS - 1)
    composer.type('He')
    await composer.clock.advance(SAVE_AFTER_MS - 1)
    expect(composer.saves).toEqual([])
    await composer.clock.advance(1)
    expect(composer.saves).toEqual([{ text: 'He', revision: null }])
    expect(composer.keeper.view().status).toBe('saved')
  })

  it('is saved at once on flush', async () => {
    const composer = openComposer()
    composer.type('Hello')
    await composer.keeper.flush()
    expect(composer.saves).toHaveLength(1)
  })

  it('is saved again if it changed during a save, on the revision of that save', async () => {
    const composer = openComposer()
    const release = composer.holdSaves()
    composer.type('Hello')
    const flushed = composer.keeper.flush()
    composer.type('Hello there')
    release()
    expect(await flushed).toBe(2)
    expect(composer.saves).toEqual([
      { text: 'Hello', revision: null },
      { text: 'Hello there', revision: 1 },
    ])
  })

  it('is saved without waiting for the save in progress when the page closes', async () => {
    const composer = openComposer()
    const release = composer.holdSaves()
    composer.type('Hello')
    const flushed = composer.keeper.flush()
    composer.type('Hello there')
    composer.keeper.leave()
    expect(composer.saves.map(({ text }) => text)).toEqual(['Hello', 'Hello there'])
    const [first, second] = composer.senders
    expect(second).toEqual({ windowId: 'this', number: (first?.number ?? 0) + 1 })
    release()
    await flushed
  })

  it('begins with the stored draft, so that nothing is typed over it', async () => {
    const composer = openComposer(createDraft('Written yesterday. ', 4))
    expect(composer.keeper.view()).toMatchObject({ status: 'saved', content: { messageText: 'Written yesterday. ' } })
    composer.keeper.append('He')
    await composer.keeper.flush()
    expect(composer.saves).toEqual([{ text: 'Written yesterday. He', revision: 4 }])
  })

  it('is saved with the messages that were on screen last, also for what is added later', async () => {
    const composer = openComposer()
    composer.keeper.see(1)
    composer.type('Hello')
    await composer.keeper.flush()
    composer.keeper.see(3)
    composer.keeper.change({ messageMedia: [picture] })
    await composer.keeper.flush()
    expect(composer.seen).toEqual([1, 3])
  })

  it('keeps what was added while it was sent, and saves it as a new draft', async () => {
    const composer = openComposer()
    const other = { ...picture, mediaUrl: 'https://files.example/other.png' }
    composer.keeper.change({ messageText: 'Hello there', messageMedia: [picture], emailCopyToSender: true })
    const revision = (await composer.keeper.flush()) ?? -1
    composer.keeper.change({ messageText: 'Hello you there', messageMedia: [picture, other] })
    composer.keeper.sent(revision)
    const left = { messageText: 'you', messageMedia: [other], emailCopyToSender: false, reference: null }
    expect(composer.keeper.view().content).toEqual(left)
    await composer.clock.advance(SAVE_AFTER_MS)
    expect(composer.saves.at(-1)).toEqual({ text: 'you', revision: null })
  })

  it('keeps a draft that is not the one that was sent', async () => {
    const composer = openComposer()
    composer.type('Hello')
    const revision = (await composer.keeper.flush()) ?? -1
    composer.keeper.adopt(createDraft('theirs', revision + 1), false)
    composer.keeper.sent(revision)
    expect(composer.text()).toBe('theirs')
  })

  it('is not replaced while it is unsaved or the user is typing', async () => {
    const composer = openComposer()
    composer.type('mine')
    composer.keeper.adopt(createDraft('theirs', 9), false)
    expect(composer.text()).toBe('mine')
    await composer.keeper.flush()
    composer.keeper.adopt(createDraft('theirs', 9), true)
    expect(composer.text()).toBe('mine')
  })

  it('is not shown as saved once another window changed or sent it while the user was typing', async () => {
    for (const theirs of [createDraft('theirs', 9), null]) {
      const composer = openComposer()
      composer.type('mine')
      await composer.keeper.flush()
      composer.failWith(conflict)
      composer.keeper.adopt(theirs, true)
      await composer.clock.advance(SAVE_AFTER_MS)
      expect(composer.keeper.view()).toMatchObject({ status: 'conflict', content: { messageText: 'mine' } })
    }
  })

  it('follows another window while the user is not typing here', async () => {
    const composer = openComposer()
    composer.keeper.adopt(createDraft('one', 3), false)
    composer.keeper.adopt(createDraft('two', 4), false)
    expect(composer.text()).toBe('two')
    composer.keeper.adopt(createDraft('one', 3), false)
    expect(composer.text()).toBe('two')
    composer.keeper.adopt(null, false)
    expect(composer.text()).toBe('')
  })

  it('stays empty after sending when a late read still has the draft', async () => {
    const composer = openComposer()
    composer.type('Hello')
    const revision = (await composer.keeper.flush()) ?? -1
    composer.keeper.sent(revision)
    composer.keeper.adopt(createDraft('Hello', revision), false)
    expect(composer.text()).toBe('')
  })

  it('is restored when the message is withdrawn while the composer is empty', async () => {
    const composer = openComposer()
    composer.type('Hello')
    const revision = (await composer.keeper.flush()) ?? -1
    composer.keeper.sent(revision)
    composer.keeper.adopt(createDraft('Hello', revision + 1), true)
    expect(composer.text()).toBe('Hello')
  })

  it('stays in a conflict, and replaces the other text only if the user chooses so', async () => {
    const composer = openComposer()
    composer.failWith(conflict)
    composer.type('mine')
    await expect(composer.keeper.flush()).rejects.toBe(conflict)
    composer.keeper.adopt(createDraft('theirs', 7), true)
    expect(composer.keeper.view()).toMatchObject({ status: 'conflict', content: { messageText: 'mine' } })
    await composer.clock.advance(60_000)
    expect(composer.saves).toHaveLength(1)
    composer.failWith(undefined)
    composer.keeper.keepMine()
    await composer.clock.advance(0)
    expect(composer.saves.at(-1)).toEqual({ text: 'mine', revision: 7 })
  })

  it('is replaced by the other text in a conflict if the user chooses so', async () => {
    const composer = openComposer()
    composer.failWith(conflict)
    composer.type('mine')
    await composer.keeper.flush().catch(() => undefined)
    composer.keeper.adopt(createDraft('theirs', 7), true)
    composer.keeper.takeTheirs()
    expect(composer.keeper.view()).toMatchObject({ status: 'saved', content: { messageText: 'theirs' } })
  })

  it('is replaced by another text that was read before the conflict was known', async () => {
    const composer = openComposer()
    composer.type('mine')
    composer.keeper.adopt(createDraft('theirs', 7), true)
    composer.failWith(conflict)
    await composer.keeper.flush().catch(() => undefined)
    composer.keeper.takeTheirs()
    expect(composer.keeper.view()).toMatchObject({ status: 'saved', content: { messageText: 'theirs' } })
  })

  it('is replaced as soon as the other text is read', async () => {
    const composer = openComposer()
    composer.failWith(conflict)
    composer.type('mine')
    await composer.keeper.flush().catch(() => undefined)
    composer.keeper.takeTheirs()
    expect(composer.text()).toBe('mine')
    composer.keeper.adopt(createDraft('theirs', 7), true)
    expect(composer.text()).toBe('theirs')
  })

  it('is saved again after a failure', async () => {
    const composer = openComposer()
    composer.failWith(new Failure({ kind: 'offline', message: 'Stallhand isn’t running.' }))
    composer.type('Hello')
    await composer.clock.advance(SAVE_AFTER_MS)
    expect(composer.keeper.view()).toMatchObject({ status: 'failed', content: { messageText: 'Hello' } })
    composer.failWith(undefined)
    await composer.clock.advance(2_000)
    expect(composer.keeper.view().status).toBe('saved')
  })

  it('holds the window open while it is unsaved after a failure', async () => {
    const composer = openComposer()
    composer.type('Hello')
    await composer.clock.advance(SAVE_AFTER_MS)
    expect([composer.keeper.view().status, composer.held()]).toEqual(['saved', 0])

    composer.failWith(new Failure({ kind: 'storage', message: 'The disk is full.' }))
    composer.type('Hello again')
    await composer.clock.advance(SAVE_AFTER_MS)
    expect([composer.keeper.view().status, composer.held()]).toEqual(['failed', 1])
    composer.type('Hello again and again')
    expect([composer.keeper.view().status, composer.held()]).toEqual(['failed', 1])
    await composer.clock.advance(SAVE_AFTER_MS)
    expect(composer.held()).toBe(1)

    composer.failWith(conflict)
    await composer.clock.advance(2_000)
    expect([composer.keeper.view().status, composer.held()]).toEqual(['conflict', 1])
    composer.failWith(undefined)
    composer.keeper.keepMine()
    await composer.clock.advance(0)
    expect([composer.keeper.view().status, composer.held()]).toEqual(['saved', 0])
  })
})
