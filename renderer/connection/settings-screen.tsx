/** Settings: the connections, the open one and its sign-in, and how the window looks; a connection's form has its own page. */
import { useQueryOf } from '../api/hooks.ts'
import { usePlace } from '../api/place.ts'
import { Failing, Loading } from '../ui/face.tsx'
import { Pane } from '../ui/pane.tsx'
import { AboutPanel, AppearancePanel } from './app-panels.tsx'
import { ConnectionFormPage } from './connection-form.tsx'
import { ConnectionListPanel } from './connection-list-panel.tsx'
import { OpenConnectionPanel } from './open-connection-panel.tsx'
import { SecretsPanel } from './secrets-panel.tsx'
import styles from './settings.module.css'
import { SignInPanel } from './sign-in-panel.tsx'

export const SettingsScreen = () => {
  const [id] = usePlace().path
  return (
    <div className={styles.screen}>{id === undefined ? <Overview /> : <ConnectionFormPage id={id} key={id} />}</div>
  )
}

function Overview() {
  const status = useQueryOf('connection', 'status', {})
  const { data } = status
  return (
    <Pane title="Settings">
      <div className={styles.page}>
        <ConnectionListPanel />
        {data !== undefined && (
          <>
            <OpenConnectionPanel status={data} />
            <SignInPanel status={data} />
            {data.connection.kind !== 'practice' && <SecretsPanel key={data.connection.id} status={data} />}
          </>
        )}
        {data === undefined &&
          (status.isError ? (
            <Failing
              isRetrying={status.isFetching}
              onRetry={() => void status.refetch()}
              what="The connection cannot be shown"
              whatToDo="Try again. If it stays so, start Stallhand again; nothing is lost."
              why={status.error.message}
            />
          ) : (
            <Loading label="The connection" shape="facts" />
          ))}
        <AppearancePanel />
        <AboutPanel />
      </div>
    </Pane>
  )
}
