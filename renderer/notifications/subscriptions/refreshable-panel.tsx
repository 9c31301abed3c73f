/** A panel of platform data: its age, why a refresh failed, and a refresh button. */

import type { ReactNode } from 'react'
import { useApiMutation } from '../../api/hooks.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { Panel } from '../../ui/layout/panel.tsx'

type RefreshablePanelProps = {
  readonly title: string
  readonly part: { readonly asOfMs: number | null; readonly problem: string | null }
  /** Whether the problem is already shown once for all panels. */
  readonly isProblemShown: boolean
  readonly read: 'getConfig' | 'getTopics' | 'getDestinations' | 'getSubscriptions'
  readonly actions?: ReactNode
  readonly children: ReactNode
}

export const RefreshablePanel = ({ title, part, isProblemShown, read, actions, children }: RefreshablePanelProps) => {
  const refresh = useApiMutation('notifications', read)
  const age =
    part.asOfMs === null ? (
      'Not loaded yet'
    ) : (
      <>
        Updated <RelativeTime at={part.asOfMs} />
      </>
    )
  return (
    <Panel
      actions={
        <>
          <Button
            aria-label={`Refresh ${title.toLowerCase()}`}
            isPending={refresh.isPending}
            onPress={() => refresh.mutate({})}
            size="s"
            variant="quiet"
          >
            Refresh
          </Button>
          {actions}
        </>
      }
      description={age}
      title={title}
    >
      <Stack gap={3}>
        {part.problem !== null && !isProblemShown && (
          <Banner title={part.asOfMs === null ? 'Couldn’t be loaded.' : 'This may be outdated.'} tone="caution">
            {part.problem}
          </Banner>
        )}
        {children}
      </Stack>
    </Panel>
  )
}
