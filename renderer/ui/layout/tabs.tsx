/** Views of one subject, side by side. */
import type { ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components'
import { classNames } from '../base/class-names.ts'
import { formatNumber } from '../format/locale-format.ts'
import styles from './tabs.module.css'

export type TabItem = {
  readonly id: string
  readonly label: string
  /** An unobtrusive number after the label. */
  readonly count?: number | undefined
  /** Mounted only while the tab is selected. */
  readonly content: ReactNode
}

export type TabsProps = {
  readonly label: string
  readonly tabs: readonly TabItem[]
  readonly selected: string
  readonly onChange: (id: string) => void
}

/** Tabs, and the selected one's panel, which fills the remaining height and scrolls. */
export const Tabs = ({ label, tabs, selected, onChange }: TabsProps) => (
  <AriaTabs
    className={classNames(styles.tabs)}
    keyboardActivation="automatic"
    onSelectionChange={(key) => onChange(String(key))}
    selectedKey={selected}
  >
    <div className={styles.row}>
      <TabList aria-label={label} className={classNames(styles.list)}>
        {tabs.map((tab) => (
          <Tab className={classNames(styles.tab)} id={tab.id} key={tab.id}>
            {tab.label}
            {tab.count !== undefined && <span className={styles.count}>{formatNumber(tab.count)}</span>}
          </Tab>
        ))}
      </TabList>
    </div>
    {tabs.map((tab) => (
      <TabPanel className={classNames(styles.panel)} id={tab.id} key={tab.id}>
        {tab.content}
      </TabPanel>
    ))}
  </AriaTabs>
)
