/** Two short tones, made here so that no file has to be loaded. */
const NOTES = { news: [660, 880], alarm: [440, 330] } as const
const NOTE_S = 0.14
const VOLUME = 0.08

let context: AudioContext | undefined

/** Silent until the user has pressed something in this window: browsers demand that. */
export const playSound = (kind: keyof typeof NOTES): void => {
  context ??= new AudioContext()
  void context.resume()
  const startS = context.currentTime
  for (const [index, frequency] of NOTES[kind].entries()) {
    const tone = context.createOscillator()
    const volume = context.createGain()
    const atS = startS + index * NOTE_S
    tone.frequency.value = frequency
    volume.gain.setValueAtTime(VOLUME, atS)
    volume.gain.exponentialRampToValueAtTime(0.001, atS + NOTE_S)
    tone.connect(volume).connect(context.destination)
    tone.start(atS)
    tone.stop(atS + NOTE_S)
  }
}
