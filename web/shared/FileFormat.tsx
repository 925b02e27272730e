import { Button, type ButtonProps, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/lib/translate.ts'
import { notifyError } from './errors/error-messages.ts'

const fileFormats = ['csv', 'xlsx'] as const
export type FileFormat = (typeof fileFormats)[number]
/** Lists that programs read are also offered as JSON lines. */
export const fileAndLineFormats = [...fileFormats, 'jsonl'] as const
export type FileOrLineFormat = (typeof fileAndLineFormats)[number]

/** The format of the files of a menu. Choosing it leaves the menu open. */
export function FileFormatChoice({
  value,
  onChange,
}: {
  value: FileFormat
  onChange: (format: FileFormat) => void
}) {
  const { t } = useTranslation('common')
  return (
    <>
      <Menu.Label>{t('file_format.title')}</Menu.Label>
      <Menu.RadioGroup
        value={value}
        onChange={(next) => onChange(next === 'xlsx' ? 'xlsx' : 'csv')}
      >
        {fileFormats.map((format) => (
          <Menu.RadioItem key={format} value={format} closeMenuOnClick={false}>
            {t(`file_format.${format}`)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}

/** The formats of a download as items of a menu. `label` is above them. */
export function DownloadItems<Format extends FileOrLineFormat = FileFormat>({
  save,
  label,
  formats = fileFormats as readonly FileOrLineFormat[] as readonly Format[],
}: {
  save: (format: Format) => void
  label?: string
  formats?: readonly Format[]
}) {
  const { t } = useTranslation('common')
  return (
    <>
      {label === undefined ? null : <Menu.Label>{label}</Menu.Label>}
      {formats.map((format) => (
        <Menu.Item key={format} onClick={() => save(format)}>
          {t(`file_format.${format}`)}
        </Menu.Item>
      ))}
    </>
  )
}

type Save<Format> = (format: Format) => Promise<void>
/** A download that shows its error. */
export function useDownload<Format>(save: Save<Format>) {
  const { t } = useTranslation('common')
  return useMutation({ mutationFn: save, onError: (error) => notifyError(t, error) })
}

/**
 * A button with a menu of formats. `save` downloads the file in the chosen one. `isNarrow`: without
 * icons, for a bar of many buttons.
 */
export function DownloadMenu<Format extends FileOrLineFormat = FileFormat>({
  save,
  children,
  iconSize = 18,
  isNarrow = false,
  formats,
  ...button
}: Pick<ButtonProps, 'variant' | 'size' | 'color' | 'className' | 'disabled'> & {
  save: Save<Format>
  children: ReactNode
  iconSize?: number
  isNarrow?: boolean
  formats?: readonly Format[]
}) {
  const download = useDownload(save)
  return (
    <Menu position="bottom-end" radius="lg" shadow="lg">
      <Menu.Target>
        <Button
          variant="default"
          {...button}
          leftSection={isNarrow ? null : <IconDownload size={iconSize} aria-hidden="true" />}
          rightSection={
            isNarrow ? null : <IconChevronDown size={iconSize - 2} aria-hidden="true" />
          }
          loading={download.isPending}
        >
          {children}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <DownloadItems<Format>
          save={(format) => download.mutate(format)}
          {...(formats ? { formats } : {})}
        />
      </Menu.Dropdown>
    </Menu>
  )
}
