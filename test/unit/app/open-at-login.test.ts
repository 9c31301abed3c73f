import { expect, it } from 'vitest'
import { createAppState } from '../../../main/app/handlers.ts'
import { appStateDeps } from '../../support/app-state-deps.ts'
import { createTestPorts } from '../../support/test-ports.ts'

const open = (isAgreed: boolean, wasOn: boolean) => {
  const { ports, answers, questions } = createTestPorts('/data')
  answers.push(isAgreed)
  let isOn = wasOn
  const openAtLogin = {
    isOn: () => isOn,
    set: (next: boolean) => {
      isOn = next
    },
  }
  const { handlers } = createAppState({ ...ports, desktop: { ...ports.desktop, openAtLogin } }, appStateDeps)
  const choose = async (next: boolean) => {
    await handlers.chooseDesktop({ openAtLogin: next })
    return isOn
  }
  return { choose, questions }
}

it('SEC-04 the host asks before Stallhand opens at login', async () => {
  const refused = open(false, false)
  expect(await refused.choose(true)).toBe(false)
  expect(refused.questions).toHaveLength(1)
  expect(await open(true, false).choose(true)).toBe(true)
})

it('needs no question to be switched off', async () => {
  const { choose, questions } = open(false, true)
  expect(await choose(false)).toBe(false)
  expect(questions).toEqual([])
})
