import { useTranslation } from '#web/lib/translate.ts'
import { ScrollPane } from '#web/ui/ScrollPane.tsx'
import css from './file-settings.module.css'
import { exampleCell, type FileDraft } from './file-draft.ts'

/** The titles of the columns with a made-up line below them. */
export function FilePreview({ draft }: { draft: FileDraft }) {
  const { t } = useTranslation('finance')
  return (
    <ScrollPane className={css['preview']} label={t('payroll.file.preview')}>
      <table>
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
    </ScrollPane>
  )
}
