/** Whether a submission has not ended yet. */
export function isPending(status: string): boolean {
  return status === 'PENDING' || status === 'IN_PROGRESS';
}
