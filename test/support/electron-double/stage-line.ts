/** Main's end of the line to the stage. */
import { connect, type MainSide, type Remote, type StageSide } from './wire.ts'

const handlers: { -readonly [K in keyof MainSide]?: MainSide[K] } = {}

/** Adds handlers for calls from the stage. Each part of the double adds its own. */
export const answerStage = (some: Partial<MainSide>): void => void Object.assign(handlers, some)

const send = process.send?.bind(process) as ((message: unknown) => boolean) | undefined
if (send === undefined) throw new Error('The double of Electron is started by its stage alone: see stage.ts')

const { remote, hangUp } = connect<StageSide>(
  {
    send: (message) => {
      if (process.connected) send(message)
    },
    onMessage: (listener) => void process.on('message', listener),
  },
  handlers,
)

// Without its stage the process ends.
process.once('disconnect', () => {
  hangUp('The stage is gone')
  process.exit(70)
})

export const stage: Remote<StageSide> = remote
