import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './imports.module.css'

type ImportFigure = {
  key: 'invite' | 'update' | 'refused' | 'invited' | 'added' | 'updated' | 'deactivated'
  value: number
  tone: 'good' | 'bad' | 'plain'
}

/** The counts of an import. */
export function ImportFigures({ figures }: { figures: ImportFigure[] }) {
  const { t } = useTranslation('imports')
  return (
    <dl className={css['figures']}>
      {figures.map(({ key, value, tone }) => (
        <div key={key} data-tone={value ? tone : 'plain'}>
          <dt>{t(`figure.${key}`)}</dt>
          <dd>{formatNumber(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
