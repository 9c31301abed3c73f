/** A run beside the list: its progress, and the outcome of each row. */
import type { ReactNode } from 'react'
import { Button } from '../ui/buttons/button.tsx'
import { QueryView, type ViewedQuery } from '../ui/feedback/query-view.tsx'
import { EmptyState } from '../ui/feedback/states.tsx'
import { Row, Stack, Text } from '../ui/layout/layout.tsx'
import { Pane } from '../ui/layout/pane.tsx'
import { StateRows, type StateRowsProps } from '../ui/lists/state-rows.tsx'
import styles from './run-pane.module.css'

export type RunPaneProps<RunRow, State extends string> = Omit<
  StateRowsProps<RunRow, State>,
  'label' | 'choiceLabel' | 'children' | 'onOpen'
> & {
  readonly title: string
  readonly subtitle?: string | undefined
  readonly footer?: ReactNode
  readonly onClose: () => void
  readonly onOpenItem: (sku: string) => void
  /** The full text of a row, which cells may cut off. Empty: nothing to add. */
  readonly describe: (row: RunRow) => string
  readonly children: ReactNode
}

/** Each row is an item; the chosen row's text and actions are below the rows. */
export const RunPane = <RunRow extends { readonly sku: string }, State extends string>({
  title,
  subtitle,
  footer,
  onClose,
  onOpenItem,
  describe,
  children,
  rows,
  ...props
}: RunPaneProps<RunRow, State>) => (
  <Pane closeLabel="Close" footer={footer} onBack={onClose} subtitle={subtitle} title={title}>
    <Stack className={styles.content} gap={4}>
      {children}
      <StateRows<RunRow, State>
        {...props}
        choiceLabel="Items"
        label="Items of the run"
        onOpen={(_, { sku }) => onOpenItem(sku)}
        rows={rows}
      >
        {(chosen) => (
          <Row align="start" gap={3}>
            <Row grow>
              <Text as="p" role="status" tone="soft">
                <span className="mono">{chosen.sku}</span> {describe(chosen)}
              </Text>
            </Row>
            {props.onToggle !== undefined && (
              <Button onPress={() => props.onToggle?.(chosen)} size="s">
                {props.isLeftOut?.(chosen) === true ? 'Include again' : 'Leave out'}
              </Button>
            )}
            <Button onPress={() => onOpenItem(chosen.sku)} size="s">
              Open the item
            </Button>
          </Row>
        )}
      </StateRows>
    </Stack>
  </Pane>
)

export type NoRunProps = {
  readonly title: string
  readonly query: ViewedQuery<unknown>
  readonly heading: string
  readonly text: string
  readonly onClose: () => void
}

/** Shown instead of a run while it loads, or if there was none yet. */
export const NoRun = ({ title, query, heading, text, onClose }: NoRunProps) => (
  <Pane closeLabel="Close" onBack={onClose} title={title}>
    <QueryView label="The run" query={query} skeleton={{ shape: 'facts' }}>
      {() => <EmptyState heading={heading} text={text} />}
    </QueryView>
  </Pane>
)
