/** One page of the help. */
export type Explanation = {
  readonly title: string
  /** What it is and why, one paragraph. */
  readonly text: string
  /** A second paragraph. */
  readonly more?: string
  readonly whatToDo?: string
  /** The platform's error numbers that lead here. */
  readonly errorIds?: readonly number[]
}
