/** What the history and the item page say about saves that were sent. */
import { beforeEach, describe, expect, it } from 'vitest'
import { TransportFailure } from '../../../../main/http/request.ts'
import { fieldPaths } from '../../../../shared/inventory/item.ts'
import type { JsonObject } from '../../../../shared/inventory/json.ts'
import { openSaves, refuse, respond, type SavesRig } from './saves-rig.ts'

const lamp: JsonObject = { condition: 'NEW', product: { title: 'Lamp', upc: '012345678905' } }
const deskLamp: JsonObject = { condition: 'NEW', product: { title: 'Desk lamp', upc: '012345678905' } }

const lose = () => {
  throw new TransportFailure('unknown', 'The connection was lost.')
}
const cut = () => {
  throw new TransportFailure('notReached', 'No connection.')
}

const NOT_SAVED = 'Not saved. The item was read again and doesn’t have the change. Your edit is kept.'

let rig: SavesRig

beforeEach(() => {
  rig = openSaves({ 'LAMP-1': lamp })
  rig.edit('LAMP-1', [fieldPaths.title, 'Desk lamp'])
})

const newest = (sku = 'LAMP-1') => rig.store.pastSaves(sku, 10)[0]
const versions = () => rig.store.savedVersions(newest()?.id ?? 0)
const lastSave = () => rig.store.item('LAMP-1')?.lastSave

describe('the history of saves', () => {
  it('INV-08 has the versions before, sent and after', async () => {
    await rig.save('LAMP-1')
    expect(newest()).toMatchObject({ state: 'sent', message: '', isNew: false, startedAtMs: rig.clock.nowMs() })
    expect(newest()?.changes).toEqual([{ kind: 'changed', path: fieldPaths.title }])
    expect(versions()).toEqual({ sku: 'LAMP-1', base: lamp, sent: deskLamp, after: deskLamp })
    expect(lastSave()).toEqual({ state: 'sent', message: '', atMs: rig.clock.nowMs() })
  })

  it('has none of an item that was never saved', () => {
    expect(rig.store.pastSaves('LAMP-1', 10)).toEqual([])
    expect(lastSave()).toBeNull()
    expect(rig.store.savedVersions(1)).toBeUndefined()
  })

  it('names a new item, which has no earlier version', async () => {
    rig.edit('VASE-1', [fieldPaths.title, 'Vase'])
    await rig.save('VASE-1')
    expect(newest('VASE-1')).toMatchObject({ state: 'sent', isNew: true, deletions: [] })
  })

  it('INV-14 names what a save deleted', async () => {
    rig.edit('LAMP-1', [fieldPaths.upc, undefined])
    await rig.save('LAMP-1')
    expect(newest()?.deletions).toEqual(['UPC: 012345678905'])
  })

  it('PLT-09 says why a save was refused, also after the seller dismissed it', async () => {
    rig.answerWrites(() => refuse(400, 'This title isn’t allowed.'))
    const said = await rig.messageOf(rig.save('LAMP-1'))
    expect(said).toContain('This title isn’t allowed.')
    // The first try's refusal is discarded at once, because the seller sees it.
    expect(newest()).toMatchObject({ state: 'refused', message: said })
    expect(lastSave()).toMatchObject({ state: 'refused', message: said })
  })

  it('INV-15 says why a save is unknown, and that it is being checked', async () => {
    rig.answerWrites(lose)
    await rig.save('LAMP-1')
    expect(newest()).toMatchObject({
      state: 'unknown',
      message:
        'The connection was lost. The item is read again until it shows whether the change was saved. Your edit is kept.',
    })
  })

  it('INV-15 says so if only a reading showed that a save arrived', async () => {
    rig.answerWrites((sent) => {
      rig.platform.set('LAMP-1', sent.body)
      return lose()
    })
    await rig.save('LAMP-1')
    await rig.clock.advance(2_000)
    expect(newest()).toMatchObject({
      state: 'sent',
      message: 'Saved. The item was read again and has the change.',
    })
    expect(versions()).toMatchObject({ after: deskLamp })
    expect(rig.writes()).toHaveLength(1)
  })

  it('INV-15 says that a lost save did not arrive, and why its answer is missing', async () => {
    rig.answerWrites(lose)
    await rig.save('LAMP-1')
    await rig.clock.advance(40_000)
    expect(newest()).toMatchObject({ state: 'notFound', message: `The connection was lost. ${NOT_SAVED}` })
    expect(lastSave()).toMatchObject({ state: 'notFound' })
    expect(rig.writes()).toHaveLength(1)
  })

  /** Closes the app while the next try is being sent, and starts it again on the same database. */
  const closeDuringTry = async (): Promise<void> => {
    rig.answer(({ method }) => (method === 'GET' ? undefined : new Promise(() => undefined)))
    await rig.clock.advance(60_000)
    expect(newest()).toMatchObject({ state: 'sending' })
    rig = openSaves(Object.fromEntries(rig.platform), { database: rig.database })
    await rig.clock.advance(40_000)
  }

  it('INV-15 says that a save did not arrive if the app closed while it was sent', async () => {
    await rig.startRun()
    await closeDuringTry()
    expect(newest()).toMatchObject({ state: 'notFound', message: NOT_SAVED })
  })

  it('INV-15 doesn’t take the reason of an earlier wait for why a save is missing', async () => {
    rig.answerWrites(cut)
    await rig.save('LAMP-1')
    await closeDuringTry()
    expect(newest()).toMatchObject({ state: 'notFound', message: NOT_SAVED })
  })

  it('INV-15 says nothing of an earlier try while a save is being sent', async () => {
    rig.answerWrites(cut, () => {
      expect(newest()).toMatchObject({ state: 'sending', message: '' })
      return undefined
    })
    await rig.save('LAMP-1')
    await rig.clock.advance(60_000)
    expect(newest()).toMatchObject({ state: 'sent', message: '' })
    expect(rig.writes()).toHaveLength(2)
  })

  it('has one entry for a refused save that the seller sends again', async () => {
    rig.answerWrites(() => refuse(400, 'Not now.'))
    await rig.startRun()
    await rig.clock.advance(0)
    expect(newest()).toMatchObject({ state: 'refused' })
    rig.outbound.sendNow([rig.waiting('LAMP-1')?.id ?? ''])
    await rig.clock.advance(0)
    expect(rig.store.pastSaves('LAMP-1', 10)).toMatchObject([{ state: 'sent' }])
  })

  it('INV-15 has no save that never reached the platform', async () => {
    rig.answerWrites(cut)
    await rig.save('LAMP-1')
    expect(rig.store.pastSaves('LAMP-1', 10)).toEqual([])
    expect(lastSave()).toBeNull()
    rig.answer(() => undefined)
    await rig.clock.advance(60_000)
    expect(rig.store.pastSaves('LAMP-1', 10)).toMatchObject([{ state: 'sent' }])
  })

  it('has one entry for a save that the platform refused for lack of calls and took later', async () => {
    rig.answerWrites(() => respond(429, { errors: [] }, { 'retry-after': '5' }))
    await rig.save('LAMP-1')
    await rig.clock.advance(10_000)
    expect(rig.store.pastSaves('LAMP-1', 10)).toMatchObject([{ state: 'sent' }])
  })

  it('is sorted by time, newest first, up to the limit', async () => {
    await rig.save('LAMP-1')
    rig.edit('LAMP-1', [fieldPaths.title, 'Red lamp'])
    await rig.save('LAMP-1')
    expect(rig.store.pastSaves('LAMP-1', 10)).toHaveLength(2)
    expect(rig.store.pastSaves('LAMP-1', 1)).toEqual([newest()])
    expect(versions()?.sent).toMatchObject({ product: { title: 'Red lamp' } })
  })
})
