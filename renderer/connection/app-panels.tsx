/** What is about the app itself: how it looks, and what it is. */
import { useState } from 'react'
import { useQueryOf } from '../api/hooks.ts'
import { useViewState } from '../api/use-view-state.ts'
import { Button } from '../ui/button.tsx'
import { KeyValue } from '../ui/key-value.tsx'
import { Panel } from '../ui/panel.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import { ProblemReport } from './problem-report.tsx'

const themes = [
  { id: 'system', label: 'As the system' },
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
] as const

export function AppearancePanel() {
  const [theme, setTheme] = useViewState('appearance.theme', 'system')
  return (
    <Panel title="Appearance">
      <RadioGroup isHorizontal label="Theme" onChange={setTheme} options={themes} value={theme} />
    </Panel>
  )
}

const hostWords = { electron: 'As a desktop app', local: 'In a browser on this computer' } as const

export function AboutPanel() {
  const { data } = useQueryOf('desk', 'status', {})
  const [reports, setReports] = useState(false)
  if (data === undefined) return null
  return (
    <Panel acts={<Button onPress={() => setReports(true)}>Report a problem</Button>} title="About">
      <KeyValue
        facts={[
          { label: 'Version', value: data.version },
          { label: 'Runs', value: hostWords[data.host] },
          { label: 'Data folder', value: data.dataDir, isMono: true, copyText: data.dataDir },
        ]}
      />
      <ProblemReport isOpen={reports} onClose={() => setReports(false)} />
    </Panel>
  )
}
