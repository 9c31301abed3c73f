/** Undoing a save: of this save and no other, as far as it has come. */
import { describe, expect, it, vi } from 'vitest'
import { undoSave } from '../../../renderer/inventory/save/undo-save.ts'
import type { StallhandClient } from '../../../shared/ipc/contract.ts'
import { Failure } from '../../../shared/result.ts'

vi.mock('../../../renderer/inventory/items-panel.ts', () => ({ openItem: () => undefined }))

type Save = { readonly id: number; readonly outboundId: string; readonly state: string }

const open = (
  entries: readonly { readonly id: string; readonly canDiscard: boolean }[],
  saves: readonly Save[] = [],
) => {
  const calls: string[] = []
  const client = {
    outbound: {
      list: async () => ({ entries }),
      discard: async ({ ids }: { ids: string[] }) => void calls.push(`discard ${ids.join()}`),
    },
    inventory: {
      history: async () => ({ saves }),
      restoreVersion: async ({ saveId }: { saveId: number }) => void calls.push(`restore ${saveId}`),
    },
  }
  return { client, calls, undo: () => undoSave(client as unknown as StallhandClient, 'CAM-1', 'mine') }
}

describe('undoing a save', () => {
  it('OFF-09 withdraws one that waits, instead of asking to confirm', async () => {
    const { calls, undo } = open([{ id: 'mine', canDiscard: true }])
    expect(await undo()).toMatchObject({ is: 'undone', text: 'The save of CAM-1 was withdrawn. Your edit is kept.' })
    expect(calls).toEqual(['discard mine'])
  })

  it.each([
    ['is being sent', false],
    ['was just sent', true],
  ])('OFF-09 says that one %s', async (_, canDiscard) => {
    const { client, calls, undo } = open([{ id: 'mine', canDiscard }])
    client.outbound.discard = () => Promise.reject(new Failure({ kind: 'conflict', message: 'Being sent.' }))
    expect(await undo()).toMatchObject({ is: 'not', why: expect.stringMatching(/^It is being sent/) })
    expect(calls).toEqual([])
  })

  it('OFF-07 offers the version before one that was sent', async () => {
    const { calls, undo } = open([], [{ id: 7, outboundId: 'mine', state: 'sent' }])
    expect(await undo()).toEqual({ is: 'toReview' })
    expect(calls).toEqual(['restore 7'])
  })

  it.each([
    [
      'another window saved since',
      [
        { id: 8, outboundId: 'other', state: 'sent' },
        { id: 7, outboundId: 'mine', state: 'sent' },
      ],
      'CAM-1 was saved again since.',
    ],
    [
      'was replaced before it was sent',
      [{ id: 8, outboundId: 'other', state: 'sent' }],
      'It was withdrawn or replaced',
    ],
    ['was refused', [{ id: 7, outboundId: 'mine', state: 'refused' }], 'It wasn’t saved'],
  ])('OFF-09 touches no other save if this one %s', async (_, saves, why) => {
    const { calls, undo } = open([], saves)
    expect(await undo()).toMatchObject({ is: 'not', why: expect.stringContaining(why) })
    expect(calls).toEqual([])
  })
})
