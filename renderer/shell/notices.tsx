/** What the app has to say about its own state, above the room: a damaged database, for one. */
import { useCommandOf, useQueryOf } from '../api/hooks.ts'
import { Banner } from '../ui/banner.tsx'
import { toast } from '../ui/toast.tsx'

export const Notices = () => {
  const status = useQueryOf('desk', 'status', {})
  const dismiss = useCommandOf('desk', 'dismissNotice')
  const restore = useCommandOf('desk', 'restoreBackup')
  return (status.data?.notices ?? []).map((notice) => (
    <Banner
      key={notice.id}
      tone={notice.tone}
      onDismiss={() => dismiss.mutate({ id: notice.id })}
      {...(notice.act === 'restoreBackup'
        ? {
            act: {
              label: 'Restore the backup',
              isPending: restore.isPending,
              onPress: () =>
                restore.mutate({}, { onError: (error) => void toast({ text: error.message, tone: 'danger' }) }),
            },
          }
        : {})}
    >
      {notice.text}
    </Banner>
  ))
}
