/** The steps of a registration with their results. */

import type { Registration } from '../../../shared/notifications/registration.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { stepLabels, stepTones } from '../notification-labels.ts'
import styles from './subscriptions.module.css'

export const RegistrationSteps = ({ registration }: { readonly registration: Registration }) => (
  <ol aria-label="Set-up steps" className={styles.steps}>
    {registration.steps.map(({ name, state, message }) => (
      <li key={name}>
        <Badge tone={stepTones[state].tone}>{stepTones[state].label}</Badge>
        <span>
          <strong>{stepLabels[name]}.</strong> {message}
        </span>
      </li>
    ))}
  </ol>
)
