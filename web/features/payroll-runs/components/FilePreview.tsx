import { useTranslation } from '#web/lib/translate.ts'
import css from './file-settings.module.css'
import { exampleCell, type FileDraft } from './file-draft.ts'

/** The titles of the columns with a made-up line below them. */
export function FilePreview({ draft }: { draft: FileDraft }) {
  const { t } = useTranslation('finance')
  return (
    <div className={css['preview']}>
      <table>
        <caption className="sr-only">{t('payroll.file.preview')}</caption>
        <thead>
          <tr>
            {draft.columns.map(({ key, title }) => (
              <th key={key} scope="col">
                {title || '–'}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {draft.columns.map((column) => (
              <td key={column.key}>{exampleCell(column, draft)}</td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  )
}
