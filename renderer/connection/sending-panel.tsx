/** How messages go out: how long each can be taken back. */
import { DEFAULT_UNDO_S, UNDO_KEY, undoChoicesS } from '../../shared/app/choices.ts'
import { useViewState } from '../api/use-view-state.ts'
import { Panel } from '../ui/panel.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'

const options = undoChoicesS.map((seconds) => ({
  id: String(seconds),
  label: seconds === 0 ? 'Not at all' : `${seconds} seconds`,
}))

export function SendingPanel() {
  const [seconds, setSeconds] = useViewState(UNDO_KEY, DEFAULT_UNDO_S)
  return (
    <Panel description="A message waits this long before it goes out, so that it can be taken back." title="Undo time">
      <RadioGroup
        isHorizontal
        label="Messages can be taken back for"
        onChange={(id) => setSeconds(Number(id))}
        options={options}
        value={String(seconds)}
      />
    </Panel>
  )
}
