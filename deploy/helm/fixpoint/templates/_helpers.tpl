{{- define "fixpoint.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "fixpoint.labels" -}}
app.kubernetes.io/name: fixpoint
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "fixpoint.pod" -}}
serviceAccountName: {{ .Release.Name }}
automountServiceAccountToken: false
enableServiceLinks: false
shareProcessNamespace: false
terminationGracePeriodSeconds: {{ .Values.terminationGracePeriodSeconds }}
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
{{- end }}

{{/* Nothing of a container may be written to but what is mounted. */}}
{{- define "fixpoint.locked" -}}
readOnlyRootFilesystem: true
allowPrivilegeEscalation: false
capabilities: { drop: [ALL] }
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "fixpoint.spread" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector: { matchLabels: { app.kubernetes.io/instance: {{ .root.Release.Name }}, app.kubernetes.io/component: {{ .component }} } }
{{- end }}

{{/* root; regions: for WORKER_REGIONS, empty for all; parserProcesses; resources */}}
{{- define "fixpoint.worker" -}}
name: worker
image: {{ include "fixpoint.image" .root }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
command: [node, temporal/worker/main.ts]
envFrom:
  - configMapRef: { name: {{ .root.Release.Name }}-settings }
  - secretRef: { name: {{ .root.Values.secrets.service }} }
env:
  - { name: SIGNING_KEY_FILE, value: /keys/signing-key }
  - { name: SECRETS_KEY_FILE, value: /keys/secrets-key }
  - { name: HEALTH_PORT, value: '8081' }
  - { name: METRICS_PORT, value: {{ .metricsPort | quote }} }
  - { name: PARSER_PROCESSES, value: {{ .parserProcesses | quote }} }
  - { name: PARSER_MEMORY_MB, value: {{ .root.Values.parsers.memoryMb | quote }} }
  - { name: PARSER_ISOLATION, value: {{ .root.Values.parsers.isolation }} }
  - { name: PARSER_SOCKET, value: /run/parsers/socket }
  {{- with .regions }}
  - { name: WORKER_REGIONS, value: {{ . | quote }} }
  {{- end }}
ports:
  - { name: worker-metrics, containerPort: {{ .metricsPort }} }
livenessProbe:
  httpGet: { path: /livez, port: 8081 }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
{{- if ne .regions "none" }}
startupProbe:
  httpGet: { path: /livez, port: 8081 }
  periodSeconds: 5
  failureThreshold: 24
{{- else }}
# The API beside it does not wait for it: documents are taken meanwhile.
{{- end }}
securityContext: {{ include "fixpoint.locked" .root | nindent 2 }}
resources: {{ toYaml .resources | nindent 2 }}
volumeMounts:
  - { name: worker-keys, mountPath: /keys, readOnly: true }
  - { name: spool, mountPath: /spool }
  - { name: parsers, mountPath: /run/parsers, readOnly: true }
  - { name: tmp, mountPath: /tmp, subPath: worker }
{{- end }}

{{- define "fixpoint.parsers" -}}
name: parsers
image: {{ include "fixpoint.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
command: [node, src/parser-host/service/main.ts]
env:
  - { name: NODE_ENV, value: production }
  - { name: PARSER_SOCKET, value: /run/parsers/socket }
  - { name: PARSER_LIMIT, value: {{ .Values.parsers.limit | quote }} }
securityContext:
  readOnlyRootFilesystem: true
  allowPrivilegeEscalation: false
  capabilities: { drop: [ALL] }
  {{- if .Values.parsers.seccompProfile }}
  seccompProfile: { type: Localhost, localhostProfile: {{ .Values.parsers.seccompProfile }} }
  {{- else }}
  seccompProfile: { type: RuntimeDefault }
  {{- end }}
  appArmorProfile: { type: {{ .Values.parsers.appArmor }} }
# What comes after it waits for that.
startupProbe:
  exec:
    command: [node, -e, "require('node:net').connect('/run/parsers/socket').once('data', () => process.exit(0))"]
  periodSeconds: 2
  timeoutSeconds: 5
  failureThreshold: 60
resources: {{ toYaml .Values.parsers.resources | nindent 2 }}
volumeMounts:
  - { name: parsers, mountPath: /run/parsers }
  - { name: tmp, mountPath: /tmp, subPath: parsers }
{{- end }}

{{/* root; spoolSize */}}
{{- define "fixpoint.volumes" -}}
- name: spool
  emptyDir: { medium: Memory, sizeLimit: {{ .spoolSize }} }
- name: parsers
  emptyDir: { medium: Memory, sizeLimit: 1Mi }
- name: tmp
  emptyDir: { sizeLimit: 1Gi }
- name: worker-keys
  secret:
    secretName: {{ .root.Values.secrets.keys }}
    defaultMode: 0440
    items: [{ key: signing-key, path: signing-key }, { key: secrets-key, path: secrets-key }]
{{- end }}
