import type { Settings } from '../../model/settings';

const gpu = (settings: Settings): string => settings.hardware.gpu?.value ?? '';

/** GeForce, not the workstation cards: the 40 series has neither NVLink nor P2P, and accelerate asks to turn P2P and InfiniBand off there. */
export const isConsumerGpu = (settings: Settings): boolean => /\b(rtx|gtx|geforce)\b/i.test(gpu(settings)) && !/a[2-6]000|[2-6]000\b.*ada|quadro|\bpro\b/i.test(gpu(settings));

export const isDataCenterGpu = (settings: Settings): boolean => /(^|[^a-z0-9])(v100|a100|a800|h100|h800|h200|h20|gh200|b100|b200|b300|gb200|gb300)([^a-z0-9]|$)/i.test(gpu(settings));

export const isInfiniBand = (settings: Settings): boolean => /infiniband|roce|(^|[^a-z])(ib|edr|hdr|ndr|xdr)([^a-z]|$)/i.test(settings.hardware.interconnect?.value ?? '');
