/** Every error that the linter tells of the real files in ../shared/corpus, and why it is true: lines from 1, by file. */
export interface Defect {
  readonly rule: string;
  readonly reason: string;
  readonly lines: Readonly<Record<string, readonly number[]>>;
}

export const defects: readonly Defect[] = [
  {
    rule: 'wrong-type',
    reason: `DeepSpeedFP16Config.min_loss_scale is an int: pydantic refuses a fraction (deepspeed/runtime/precision_config.py @ 0.19).`,
    lines: {
      'ds_config/Bolin97__GongBU__backend__backend__tuner__deepspeed_config__deepspeed_1.json': [11],
      'ds_config/Bolin97__GongBU__backend__backend__tuner__deepspeed_config__deepspeed_2.json': [11],
      'ds_config/Bolin97__GongBU__backend__backend__tuner__deepspeed_config__deepspeed_2_off.json': [11],
      'ds_config/Bolin97__GongBU__backend__backend__tuner__deepspeed_config__deepspeed_3.json': [11],
      'ds_config/Bolin97__GongBU__backend__backend__tuner__deepspeed_config__deepspeed_3_off.json': [11],
      'ds_config/THUDM__SwissArmyTransformer__examples__cogview__scripts__ds_config.json': [11],
      'ds_config/THUDM__SwissArmyTransformer__sat__training__deepspeed_zero0.json': [10],
      'ds_config/microsoft__LMOps__reslora__examples__ds_config.json': [13],
      'ds_config/ymcui__Chinese-LLaMA-Alpaca__scripts__training__ds_zero2_no_offload.json': [8],
    },
  },
  {
    rule: 'wrong-type',
    reason: `A quoted number: 'TypeError: '>' not supported between instances of 'str' and 'int'' (deepspeed/runtime/config.py: _batch_assertion @ 0.19).`,
    lines: {
      'ds_config/LAION-AI__Open-Assistant__model__model_training__configs__deepspeed_rl.json': [23],
      'ds_config/LAION-AI__Open-Assistant__model__model_training__configs__deepspeed_rl_zero3.json': [27],
    },
  },
  {
    rule: 'auto-not-filled',
    reason: `Neither the Trainer nor accelerate has a value for it: '\`steps_per_print\` not found in kwargs' (accelerate/utils/dataclasses.py: fill_match @ 1.15).`,
    lines: {
      'ds_config/Bolin97__GongBU__backend__backend__tuner__deepspeed_config__deepspeed_1.json': [20],
      'ds_config/Bolin97__GongBU__backend__backend__tuner__deepspeed_config__deepspeed_2.json': [26],
      'ds_config/Bolin97__GongBU__backend__backend__tuner__deepspeed_config__deepspeed_2_off.json': [30],
      'ds_config/Bolin97__GongBU__backend__backend__tuner__deepspeed_config__deepspeed_3.json': [29],
      'ds_config/Bolin97__GongBU__backend__backend__tuner__deepspeed_config__deepspeed_3_off.json': [42],
    },
  },
  {
    rule: 'unknown-key',
    reason: `TPTrainingConfig has autotp_size, preset_model and others, and takes no further key (deepspeed/runtime/tensor_parallel/config.py @ 0.19).`,
    lines: {
      'ds_config/DianaTurmakhan__lora-parallelization-strategies__configs__ds_config_model.json': [12, 13],
      'ds_config/Karthik-Darvesh__DeepSpeed-MII__ds_config.json': [22],
    },
  },
  {
    rule: 'unknown-key',
    reason: `A copy of the fp16 section: DeepSpeedBF16Config has no loss scale and takes no further key (deepspeed/runtime/precision_config.py @ 0.19).`,
    lines: {
      'ds_config/FlagOpen__FlagEmbedding__Tutorials__7_Fine-tuning__config__ds_stage1.json': [17, 18, 19, 20, 21],
      'ds_config/FlagOpen__FlagEmbedding__research__Long_LLM__activation_beacon__data__deepspeed__stage2-offload.json': [22, 23, 24, 25, 26],
      'ds_config/FlagOpen__FlagEmbedding__research__Long_LLM__activation_beacon__data__deepspeed__stage2.json': [22, 23, 24, 25, 26],
      'ds_config/FlagOpen__FlagEmbedding__research__Long_LLM__activation_beacon__data__deepspeed__stage3-offload-optim.json': [29, 30, 31, 32, 33],
      'ds_config/FlagOpen__FlagEmbedding__research__Long_LLM__activation_beacon__data__deepspeed__stage3-offload.json': [33, 34, 35, 36, 37],
      'ds_config/FlagOpen__FlagEmbedding__research__Long_LLM__activation_beacon__data__deepspeed__stage3.json': [24, 25, 26, 27, 28],
      'ds_config/FlagOpen__FlagEmbedding__research__Matroyshka_reranker__finetune__compensation__stage1.json': [17, 18, 19, 20, 21],
      'ds_config/FlagOpen__FlagEmbedding__research__llm_reranker__stage1.json': [17, 18, 19, 20, 21],
    },
  },
  {
    rule: 'unknown-key',
    reason: `The key is auto_cast; DeepSpeedFP16Config takes no further key (deepspeed/runtime/precision_config.py @ 0.19).`,
    lines: {
      'ds_config/XU-YIJIE__hobo-llm-from-scratch__configs__ds_stage2_fp16.json': [6],
    },
  },
  {
    rule: 'unknown-key',
    reason: `CompileConfig has deepcompile and its parts; disable and backend are torch.compile's own (deepspeed/compile/config.py @ 0.19).`,
    lines: {
      'ds_config/axolotl-ai-cloud__axolotl__deepspeed_configs__zero1_torch_compile.json': [19, 20],
      'ds_config/axolotl-ai-cloud__axolotl__deepspeed_configs__zero2_torch_compile.json': [3, 4],
    },
  },
  {
    rule: 'unknown-key',
    reason: `No such field, and DeepSpeedZeroConfig takes no further key (deepspeed/runtime/zero/config.py @ 0.19).`,
    lines: {
      'ds_config/FoobarProtocol__language-modeling__ds_zero1.json': [30],
      'ds_config/microsoft__LMOps__dpkd__transformers__examples__research_projects__wav2vec2__ds_config_wav2vec2_zero2.json': [36],
    },
  },
  {
    rule: 'json-not-strict',
    reason: `A comma after the last member, in a file with "auto": json.load of the Trainer and of accelerate refuses it.`,
    lines: {
      'ds_config/IMOKURI__LLM-with-MLDE__ds_config_zero3.json': [55],
    },
  },
  {
    rule: 'one-bit-optimizer-with-zero',
    reason: `ZeroOneAdam with ZeRO: 'is not compatible with ZeRO' (deepspeed/runtime/engine.py @ 0.19).`,
    lines: {
      'ds_config/OpenGVLab__InternVL__segmentation__zero_configs__adam_zero3_fp16.json': [5],
    },
  },
  {
    rule: 'unknown-scheduler',
    reason: `The schedulers are WarmupLR, WarmupDecayLR, WarmupCosineLR, LRRangeTest and OneCycle (deepspeed/runtime/lr_schedules.py @ 0.19).`,
    lines: {
      'ds_config/XXXG00W0__hpml_project__deepspeed_config.json': [16],
    },
  },
  {
    rule: 'unknown-parameter',
    reason: `WarmupCosineLR's signature has warmup_min_ratio and cos_min_ratio, no learning rates (deepspeed/runtime/lr_schedules.py @ 0.19).`,
    lines: {
      'ds_config/keigotak__llm-training-pipeline__ds_config.json': [19, 20],
      'ds_config/keigotak__llm-training-pipeline__ds_config_sft.json': [19, 20],
      'ds_config/keigotak__llm-training-pipeline__ds_config_zero3.json': [19, 20],
    },
  },
  {
    rule: 'max-grad-norm-in-optimizer',
    reason: `The engine raises for max_grad_norm among the optimizer's parameters (deepspeed/runtime/engine.py: _configure_basic_optimizer @ 0.19).`,
    lines: {
      'ds_config/bigscience-workshop__Megatron-DeepSpeed__examples__curriculum_learning__ds_config_cl.json': [12],
    },
  },
  {
    rule: 'value-not-allowed',
    reason: `Of bfp16 DeepSpeed knows nothing: 'Invalid communication_data_type' (deepspeed/runtime/config.py @ 0.19).`,
    lines: {
      'ds_config/trainML__alpaca-llm-fine-tuning-example__ds_config_zero2_offload.json': [48],
      'ds_config/trainML__alpaca-llm-fine-tuning-example__ds_config_zero3.json': [55],
    },
  },
];
