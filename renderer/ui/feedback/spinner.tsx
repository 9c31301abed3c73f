/** The spinner inside a pending control. Long work uses Progress instead. */
import styles from './spinner.module.css'

/** Decorative: the surrounding control says what it is waiting for. */
export const Spinner = () => <span aria-hidden="true" className={styles.spinner} />
