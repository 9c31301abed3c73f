/** The turning mark inside a control that waits. Long work uses Progress instead. */
import styles from './spinner.module.css'

/** A small turning ring; decorative, the control that carries it says what it waits for. */
export const Spinner = () => <span aria-hidden="true" className={styles.spinner} />
