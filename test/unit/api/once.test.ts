import { describe, expect, it } from 'vitest'
import { createOnce } from '../../../renderer/api/once.ts'

const rig = () => {
  const once = createOnce()
  const sent: unknown[] = []
  const answers: PromiseWithResolvers<unknown>[] = []
  const call = (input: unknown): Promise<unknown> => {
    sent.push(input)
    const answer = Promise.withResolvers<unknown>()
    answers.push(answer)
    return answer.promise
  }
  return { sent, answers, call, make: (input: unknown) => once(call, input) }
}

describe('a repeated call', () => {
  it('is sent once before its answer, and both get it', async () => {
    const { sent, answers, make } = rig()
    const both = [make({ sku: 'A', quantity: 1 }), make({ quantity: 1, sku: 'A' })]
    answers[0]?.resolve('made')
    expect(await Promise.all(both)).toEqual(['made', 'made'])
    expect(sent).toHaveLength(1)
  })

  it('is sent again after its answer, and after its failure', async () => {
    const { sent, answers, make } = rig()
    const first = make({})
    answers[0]?.reject(new Error('offline'))
    await expect(first).rejects.toThrow('offline')
    const second = make({})
    answers[1]?.resolve('made')
    await second
    void make({})
    expect(sent).toHaveLength(3)
  })

  it('is sent again with another input, also if an earlier call had it: on, off, on', () => {
    const { sent, make } = rig()
    for (const isOn of [true, false, true]) void make({ isOn })
    expect(sent).toEqual([{ isOn: true }, { isOn: false }, { isOn: true }])
  })
})
