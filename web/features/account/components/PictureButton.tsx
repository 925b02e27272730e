import { Button, type ButtonProps, FileButton } from '@mantine/core'
import { useRef } from 'react'
import { picture_types } from './usePicture.tsx'

/** Opens the machine's own choice of files; the same file may be chosen again. */
export function PictureButton({ label, onChoose, ...rest }: ButtonProps & { label: string; onChoose: (file: File | null) => void }) {
  const reset = useRef<() => void>(null)
  return (
    <FileButton accept={picture_types} resetRef={reset} onChange={(file) => { onChoose(file); reset.current?.() }}>
      {(props) => <Button {...props} {...rest}>{label}</Button>}
    </FileButton>
  )
}
