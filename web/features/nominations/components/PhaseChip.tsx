import type { NominationPhase } from '#contract/schemas/nominations.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './nominations.module.css'

/** The phase of a round. */
export function PhaseChip({ phase }: { phase: NominationPhase }) {
  const { t } = useTranslation('organization')
  return (
    <span className={css['phase']} data-phase={phase}>
      {t(`nominations.phase.${phase}`)}
    </span>
  )
}
