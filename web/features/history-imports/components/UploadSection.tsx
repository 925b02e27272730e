import { Alert, Button, NativeSelect } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type HistoryProduct, historyProducts } from '#contract/history-imports.ts'
import { limits } from '#contract/limits.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { FileDrop, uploadErrorText } from '#web/shared/people-files/FileDrop.tsx'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import { useUploadHistory } from '../api/queries.ts'
import css from './history-imports.module.css'
import { productName } from './product-names.ts'
import { saveSampleFile } from './sample-file.ts'

const fileLimits = {
  bytesMax: limits.history_bytes_max,
  rowsMax: limits.history_rows_max,
  columnsMax: limits.history_columns_max,
}

/** The first step: the product, and its file. */
export function UploadSection() {
  const { t } = useTranslation('imports')
  const navigate = useNavigate()
  const [product, setProduct] = useState<HistoryProduct>('bonusly')
  const [isTooLarge, setIsTooLarge] = useState(false)
  const upload = useUploadHistory({
    onSuccess: ({ id }) => void navigate({ to: '/settings/history-imports/$id', params: { id } }),
  })
  const uploadFile = (file: File) => {
    setIsTooLarge(file.size > fileLimits.bytesMax)
    upload.reset()
    if (file.size <= fileLimits.bytesMax) upload.mutate({ product, file })
  }
  const uploadProblem = upload.isError
    ? uploadErrorText(t, upload.error, { fileLimits, hint: t('history.upload.hint') })
    : null
  const problem = isTooLarge ? t('errors:file_too_large') : uploadProblem
  return (
    <SettingsSection title={t('history.upload.title')} text={t('history.upload.text')}>
      {problem ? (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      ) : null}
      <NativeSelect
        className={css['product'] ?? ''}
        label={t('history.upload.product')}
        value={product}
        disabled={upload.isPending}
        onChange={({ currentTarget: { value } }) => setProduct(value as HistoryProduct)}
        data={historyProducts.map((value) => ({ value, label: productName(t, value) }))}
      />
      <FileDrop
        reading={upload.isPending ? upload.variables.file.name : undefined}
        fileLimits={fileLimits}
        onFile={uploadFile}
      />
      <div className={css['sample']}>
        <p className={css['quiet']}>{t('history.upload.what')}</p>
        <Button
          variant="subtle"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          onClick={() => saveSampleFile(t, product)}
        >
          {t('history.upload.sample')}
        </Button>
      </div>
    </SettingsSection>
  )
}
