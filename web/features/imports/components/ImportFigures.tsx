import { useTranslation } from '#web/lib/translate.ts'
import { type Figure, Figures } from '#web/shared/people-files/Figures.tsx'

type ImportFigure = Omit<Figure, 'key' | 'label'> & {
  key: 'invite' | 'update' | 'refused' | 'invited' | 'added' | 'updated' | 'deactivated'
}

/** The counts of an import. */
export function ImportFigures({ figures }: { figures: ImportFigure[] }) {
  const { t } = useTranslation('imports')
  return (
    <Figures figures={figures.map((figure) => ({ ...figure, label: t(`figure.${figure.key}`) }))} />
  )
}
